package battleship.interfaces;

/** A cell; both coordinates count from 0. */
public class Position implements Comparable<Position> {
    public final int x;
    public final int y;

    public Position(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public boolean equals(Object other) {
        if (other == null || other.getClass() != getClass()) {
            return false;
        }
        Position position = (Position) other;
        return position.x == x && position.y == y;
    }

    /** Must not change: bots that iterate over hash sets depend on it. */
    @Override
    public int hashCode() {
        return 89 * (89 * 3 + x) + y;
    }

    /** By y, then by x. */
    @Override
    public int compareTo(Position other) {
        return y != other.y ? Integer.compare(y, other.y) : Integer.compare(x, other.x);
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ")";
    }
}
