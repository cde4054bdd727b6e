package g1;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;
import battleship.interfaces.Ship;
import java.util.Random;

/**
 * Counts, for each cell, the placements of ships afloat that cover it, and shoots at the best cell.
 * Placements through hits of ships that are not sunk yet count much more.
 */
class HunterPlayer implements BattleshipsPlayer {
    private static final int UNKNOWN = 0;
    private static final int MISS = 1;
    private static final int HIT = 2;
    private static final int SUNK = 3;
    private static final int HIT_WEIGHT = 40;

    private final Random random = new Random();
    private int sizeX;
    private int sizeY;
    private int[][] seen;
    private Position last;
    private int afloat;
    private int afloatCells;

    @Override
    public void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        this.sizeX = sizeX;
        this.sizeY = sizeY;
    }

    @Override
    public void startRound(int round) {
        seen = new int[sizeX][sizeY];
        afloat = 0;
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
        afloat = enemyShips.getNumberOfShips();
        afloatCells = cells(enemyShips);
        last = best(count(enemyShips));
        return last;
    }

    private static int cells(Fleet fleet) {
        int sum = 0;
        for (Ship ship : fleet) {
            sum += ship.size();
        }
        return sum;
    }

    private int[][] count(Fleet fleet) {
        int[][] weight = new int[sizeX][sizeY];
        for (Ship ship : fleet) {
            for (int x = 0; x < sizeX; x++) {
                for (int y = 0; y < sizeY; y++) {
                    add(weight, x, y, 1, 0, ship.size());
                    add(weight, x, y, 0, 1, ship.size());
                }
            }
        }
        return weight;
    }

    /** Counts one placement, if it is possible. */
    private void add(int[][] weight, int x, int y, int dx, int dy, int size) {
        int value = 1;
        if (x + dx * (size - 1) >= sizeX || y + dy * (size - 1) >= sizeY) {
            return;
        }
        for (int i = 0; i < size; i++) {
            int state = seen[x + dx * i][y + dy * i];
            if (state == MISS || state == SUNK) {
                return;
            }
            if (state == HIT) {
                value *= HIT_WEIGHT;
            }
        }
        for (int i = 0; i < size; i++) {
            weight[x + dx * i][y + dy * i] += value;
        }
    }

    private Position best(int[][] weight) {
        Position found = null;
        int most = -1;
        int equal = 0;
        for (int x = 0; x < sizeX; x++) {
            for (int y = 0; y < sizeY; y++) {
                if (seen[x][y] != UNKNOWN || weight[x][y] < most) {
                    continue;
                }
                equal = weight[x][y] > most ? 1 : equal + 1;
                most = weight[x][y];
                if (random.nextInt(equal) == 0) {
                    found = new Position(x, y);
                }
            }
        }
        return found;
    }

    @Override
    public void hitFeedBack(boolean hit, Fleet enemyShips) {
        seen[last.x][last.y] = hit ? HIT : MISS;
        if (enemyShips.getNumberOfShips() < afloat) {
            sink(afloatCells - cells(enemyShips));
        }
    }

    /** Marks the cells of the ship that the last shot sank. */
    private void sink(int size) {
        for (int way = 0; way < 4; way++) {
            int dx = way < 2 ? 1 - 2 * way : 0;
            int dy = way < 2 ? 0 : 5 - 2 * way;
            int run = 0;
            while (isHit(last.x + dx * run, last.y + dy * run)) {
                run++;
            }
            if (run >= size) {
                for (int i = 0; i < size; i++) {
                    seen[last.x + dx * i][last.y + dy * i] = SUNK;
                }
                return;
            }
        }
        sinkAcross(size);
    }

    /** The same if the last shot was in the middle of the ship. */
    private void sinkAcross(int size) {
        for (int dx = 0; dx < 2; dx++) {
            int dy = 1 - dx;
            int before = 0;
            int after = 0;
            while (isHit(last.x - dx * (before + 1), last.y - dy * (before + 1))) {
                before++;
            }
            while (isHit(last.x + dx * (after + 1), last.y + dy * (after + 1))) {
                after++;
            }
            if (before + after + 1 == size) {
                for (int i = -before; i <= after; i++) {
                    seen[last.x + dx * i][last.y + dy * i] = SUNK;
                }
                return;
            }
        }
        seen[last.x][last.y] = SUNK;
    }

    private boolean isHit(int x, int y) {
        return x >= 0 && y >= 0 && x < sizeX && y < sizeY && seen[x][y] == HIT;
    }

    @Override
    public void endRound(int round, int points, int enemyPoints) {
    }

    @Override
    public void endMatch(int won, int lost, int draw) {
    }
}
