package e1;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;
import battleship.interfaces.Ship;
import java.util.Random;

/** Places ships at random, even on top of each other, and forgets where it has already shot. */
class RandomPlayer implements BattleshipsPlayer {
    private final Random random = new Random();
    private int sizeX;
    private int sizeY;

    @Override
    public void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        this.sizeX = sizeX;
        this.sizeY = sizeY;
    }

    @Override
    public void startRound(int round) {
    }

    @Override
    public void placeShips(Fleet fleet, Board board) {
        for (Ship ship : fleet) {
            boolean vertical = random.nextBoolean();
            int x = random.nextInt(sizeX - (vertical ? 0 : ship.size() - 1));
            int y = random.nextInt(sizeY - (vertical ? ship.size() - 1 : 0));
            board.placeShip(new Position(x, y), ship, vertical);
        }
    }

    @Override
    public void incoming(Position pos) {
    }

    @Override
    public Position getFireCoordinates(Fleet enemyShips) {
        return new Position(random.nextInt(sizeX), random.nextInt(sizeY));
    }

    @Override
    public void hitFeedBack(boolean hit, Fleet enemyShips) {
    }

    @Override
    public void endRound(int round, int points, int enemyPoints) {
    }

    @Override
    public void endMatch(int won, int lost, int draw) {
    }
}
