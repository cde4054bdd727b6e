package bot;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;

/** A bot of 2015: startMatch has one parameter. */
class V3Player implements BattleshipsPlayer {
    final Core core;

    V3Player() {
        this(1);
    }

    V3Player(int first) {
        core = new Core("@mode@", first);
    }

    @Override
    public void startMatch(int rounds) {
        core.startMatch(rounds, null, 10, 10);
    }

    @Override
    public void startRound(int round) {
        core.startRound(round);
    }

    @Override
    public void placeShips(Fleet fleet, Board board) {
        core.placeShips(fleet, board);
    }

    @Override
    public void incoming(Position pos) {
        core.incoming(pos);
    }

    @Override
    public Position getFireCoordinates(Fleet enemyShips) {
        return core.getFireCoordinates(enemyShips);
    }

    @Override
    public void hitFeedBack(boolean hit, Fleet enemyShips) {
        core.hitFeedBack(hit, enemyShips);
    }

    @Override
    public void endRound(int round, int points, int enemyPoints) {
        core.endRound(round, points, enemyPoints);
    }

    @Override
    public void endMatch(int won, int lost, int draw) {
        core.endMatch(won, lost, draw);
    }
}
