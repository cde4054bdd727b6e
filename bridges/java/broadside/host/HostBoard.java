package broadside.host;

/**
 * The board on which a bot places its fleet. Keeps the first placement of each ship. After
 * placeShips has returned, it only counts further placements.
 */
final class HostBoard implements battleship.interfaces.Board, battleships.Board {
    private final Rules rules;
    private final Tally tally;
    private final boolean[] placed;
    private final boolean[] vertical;
    private final int[] x;
    private final int[] y;
    private boolean closed;

    HostBoard(Rules rules, Tally tally) {
        int ships = rules.ships();

        this.rules = rules;
        this.tally = tally;
        placed = new boolean[ships];
        vertical = new boolean[ships];
        x = new int[ships];
        y = new int[ships];
    }

    @Override
    public int sizeX() {
        return rules.width;
    }

    @Override
    public int sizeY() {
        return rules.height;
    }

    @Override
    public void placeShip(battleship.interfaces.Position pos, battleship.interfaces.Ship ship,
            boolean upright) {
        place(pos != null, pos == null ? 0 : pos.x, pos == null ? 0 : pos.y, ship, upright);
    }

    @Override
    public void placeShip(battleships.Position pos, battleships.Ship ship, boolean upright) {
        place(pos != null, pos == null ? 0 : pos.x, pos == null ? 0 : pos.y, ship, upright);
    }

    private synchronized void place(boolean somewhere, int left, int top, Object ship,
            boolean upright) {
        if (closed) {
            tally.late++;
            return;
        }
        int index = rules.indexOfOwn(ship);
        if (!somewhere || index < 0 || placed[index]) {
            tally.ignored++;
            return;
        }
        placed[index] = true;
        vertical[index] = upright;
        x[index] = left;
        y[index] = top;
    }

    /** Ignores all further placements. */
    synchronized void close() {
        closed = true;
    }

    /** The answer to `place`, in the order of the arena's fleet. */
    void print(StringBuilder to) {
        for (int i = 0; i < placed.length; i++) {
            if (i > 0) {
                to.append(", ");
            }
            print(i, to);
        }
    }

    /* A ship with no cell on the board counts as not placed. */
    private void print(int ship, StringBuilder to) {
        int length = rules.length(ship);
        boolean nowhere = !placed[ship] || x[ship] <= -length || y[ship] <= -length
                || x[ship] >= rules.width || y[ship] >= rules.height;

        if (nowhere) {
            to.append('-');
            return;
        }
        if (x[ship] >= 0 && y[ship] >= 0) {
            to.append(rules.cellName(x[ship], y[ship]));
        } else {
            to.append(x[ship] + 1).append('/').append(y[ship] + 1);
        }
        to.append(vertical[ship] ? " v" : " h");
    }
}
