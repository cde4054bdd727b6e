package bot;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;

/** A bot as written since 2016. */
class V4Player implements BattleshipsPlayer {
    final Core core = new Core(Entry.MODE, 1);

    @Override
    public void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        core.startMatch(rounds, ships, sizeX, sizeY);
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
