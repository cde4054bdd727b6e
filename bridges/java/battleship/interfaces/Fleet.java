package battleship.interfaces;

/** Ships in a fixed order. A fleet never changes. */
public interface Fleet extends Iterable<Ship> {
    int getNumberOfShips();

    /** The ship at an index from 0. */
    Ship getShip(int index);
}
