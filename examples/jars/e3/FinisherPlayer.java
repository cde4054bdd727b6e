package e3;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;
import battleship.interfaces.Ship;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** Shoots at random, but at the neighbours of a hit first. */
class FinisherPlayer implements BattleshipsPlayer {
    private static final int[][] SIDES = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    private final Random random = new Random();
    private final Deque<Position> targets = new ArrayDeque<>();
    private int sizeX;
    private int sizeY;
    private boolean[][] shot;
    private Position last;

    @Override
    public void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        this.sizeX = sizeX;
        this.sizeY = sizeY;
    }

    @Override
    public void startRound(int round) {
        shot = new boolean[sizeX][sizeY];
        targets.clear();
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
        last = null;
        while (last == null && !targets.isEmpty()) {
            Position next = targets.pop();
            last = shot[next.x][next.y] ? null : next;
        }
        while (last == null) {
            Position next = new Position(random.nextInt(sizeX), random.nextInt(sizeY));
            last = shot[next.x][next.y] ? null : next;
        }
        shot[last.x][last.y] = true;
        return last;
    }

    @Override
    public void hitFeedBack(boolean hit, Fleet enemyShips) {
        if (!hit) {
            return;
        }
        for (int[] side : SIDES) {
            int x = last.x + side[0];
            int y = last.y + side[1];
            if (x >= 0 && y >= 0 && x < sizeX && y < sizeY && !shot[x][y]) {
                targets.push(new Position(x, y));
            }
        }
    }

    @Override
    public void endRound(int round, int points, int enemyPoints) {
    }

    @Override
    public void endMatch(int won, int lost, int draw) {
    }
}
