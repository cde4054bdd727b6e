package bot;

import battleships.BattleshipAI;
import battleships.Board;
import battleships.Fleet;
import battleships.Position;

/** A bot of 2013: no factory, no rounds. */
public class Entry2013 implements BattleshipAI {
    private static final String MODE = "@mode@";
    private int shots;

    public static BattleshipAI getAI() {
        return new Entry2013();
    }

    private static void misbehave(String call) {
        if (MODE.equals("throw-all")) {
            throw new IllegalStateException("on purpose, in " + call);
        }
    }

    @Override
    public String getName() {
        return MODE;
    }

    @Override
    public void newMatch(int rounds) {
        misbehave("newMatch");
    }

    @Override
    public void placeShips(Fleet fleet, Board board) {
        misbehave("placeShips");
        shots = 0;
        for (int i = 0; i < fleet.getNumberOfShips(); i++) {
            board.placeShip(new Position(i, 0), fleet.getShip(i), true);
        }
        if (fleet.getShip(0).size() != 2 || board.sizeX() != 10) {
            throw new IllegalStateException("the order of the fleet");
        }
    }

    @Override
    public void incoming(Position pos) {
        misbehave("incoming");
    }

    @Override
    public Position getFireCoordinates(Fleet enemyShips) {
        misbehave("getFireCoordinates");
        int cell = shots++ * 37 % 100;
        return new Position(cell % 10, cell / 10);
    }

    @Override
    public void hitFeedBack(boolean hit, Fleet enemyShips) {
        misbehave("hitFeedBack");
    }
}
