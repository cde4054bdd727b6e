package broadside.host;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Position;
import battleships.BattleshipAI;

/** One interface to bots of all generations. Exceptions of the bot are passed on. */
abstract class Player {
    /** What fire returns for null, and for a cell off the board. */
    static final int NULL = -1;
    static final int OFF = -2;

    abstract void startMatch(int rounds, HostFleet fleet, int width, int height);

    abstract void startRound(int round);

    abstract void placeShips(HostFleet fleet, HostBoard board);

    abstract void incoming(int x, int y);

    /** The cell y * width + x. */
    abstract int fire(HostFleet enemy);

    abstract void hitFeedBack(boolean hit, HostFleet enemy);

    abstract void endRound(int round, int points, int enemyPoints);

    abstract void endMatch(int won, int lost, int drawn);

    /** The number of a cell, or OFF. */
    static int cell(int x, int y, int width, int height) {
        return x < 0 || y < 0 || x >= width || y >= height ? OFF : y * width + x;
    }

    /** Bots since 2014. Rounds count from 1, in 2014 from 0. */
    static final class Modern extends Player {
        private final BattleshipsPlayer player;
        private final int first;
        private int width;
        private int height;

        Modern(BattleshipsPlayer player, int first) {
            this.player = player;
            this.first = first;
        }

        @Override
        void startMatch(int rounds, HostFleet fleet, int sizeX, int sizeY) {
            width = sizeX;
            height = sizeY;
            player.startMatch(rounds, fleet, sizeX, sizeY);
        }

        @Override
        void startRound(int round) {
            player.startRound(round - 1 + first);
        }

        @Override
        void placeShips(HostFleet fleet, HostBoard board) {
            player.placeShips(fleet, board);
        }

        @Override
        void incoming(int x, int y) {
            player.incoming(new Position(x, y));
        }

        @Override
        int fire(HostFleet enemy) {
            Position target = player.getFireCoordinates(enemy);
            return target == null ? NULL : cell(target.x, target.y, width, height);
        }

        @Override
        void hitFeedBack(boolean hit, HostFleet enemy) {
            player.hitFeedBack(hit, enemy);
        }

        @Override
        void endRound(int round, int points, int enemyPoints) {
            player.endRound(round - 1 + first, points, enemyPoints);
        }

        @Override
        void endMatch(int won, int lost, int drawn) {
            player.endMatch(won, lost, drawn);
        }
    }

    /** Bots of 2013, which have no methods for rounds and ends. */
    static final class Old extends Player {
        private final BattleshipAI player;
        private int width;
        private int height;

        Old(BattleshipAI player) {
            this.player = player;
        }

        @Override
        void startMatch(int rounds, HostFleet fleet, int sizeX, int sizeY) {
            width = sizeX;
            height = sizeY;
            player.newMatch(rounds);
        }

        @Override
        void startRound(int round) {
        }

        @Override
        void placeShips(HostFleet fleet, HostBoard board) {
            player.placeShips(fleet, board);
        }

        @Override
        void incoming(int x, int y) {
            player.incoming(new battleships.Position(x, y));
        }

        @Override
        int fire(HostFleet enemy) {
            battleships.Position target = player.getFireCoordinates(enemy);
            return target == null ? NULL : cell(target.x, target.y, width, height);
        }

        @Override
        void hitFeedBack(boolean hit, HostFleet enemy) {
            player.hitFeedBack(hit, enemy);
        }

        @Override
        void endRound(int round, int points, int enemyPoints) {
        }

        @Override
        void endMatch(int won, int lost, int drawn) {
        }
    }
}
