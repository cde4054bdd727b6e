package battleship.interfaces;

/** Ships in a fixed order; a fleet does not change after it was handed out. */
public interface Fleet extends Iterable<Ship> {
    int getNumberOfShips();

    /** The ship at an index, counted from 0. */
    Ship getShip(int index);
}
