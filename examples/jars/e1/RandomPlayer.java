package e1;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;
import battleship.interfaces.Ship;
import java.util.Random;

/** Places its fleet at random and shoots at every cell once, in random order. */
class RandomPlayer implements BattleshipsPlayer {
    private final Random random = new Random();
    private int sizeX;
    private int sizeY;
    private int[] order;
    private int next;

    @Override
    public void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        this.sizeX = sizeX;
        this.sizeY = sizeY;
        order = new int[sizeX * sizeY];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
    }

    @Override
    public void startRound(int round) {
        next = 0;
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int cell = order[i];
            order[i] = order[other];
            order[other] = cell;
        }
    }

    @Override
    public void placeShips(Fleet fleet, Board board) {
        boolean[][] taken = new boolean[sizeX][sizeY];
        for (Ship ship : fleet) {
            boolean vertical;
            int x;
            int y;
            do {
                vertical = random.nextBoolean();
                x = random.nextInt(sizeX - (vertical ? 0 : ship.size() - 1));
                y = random.nextInt(sizeY - (vertical ? ship.size() - 1 : 0));
            } while (!isFree(taken, x, y, ship.size(), vertical));
            for (int i = 0; i < ship.size(); i++) {
                taken[vertical ? x : x + i][vertical ? y + i : y] = true;
            }
            board.placeShip(new Position(x, y), ship, vertical);
        }
    }

    private static boolean isFree(boolean[][] taken, int x, int y, int size, boolean vertical) {
        for (int i = 0; i < size; i++) {
            if (taken[vertical ? x : x + i][vertical ? y + i : y]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void incoming(Position pos) {
    }

    @Override
    public Position getFireCoordinates(Fleet enemyShips) {
        int cell = order[next++];
        return new Position(cell % sizeX, cell / sizeX);
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
