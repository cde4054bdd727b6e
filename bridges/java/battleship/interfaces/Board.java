package battleship.interfaces;

/** Where a player lays out its fleet. It takes ships only until placeShips returns. */
public interface Board {
    int sizeX();

    int sizeY();

    /**
     * Lays a ship down: its cells are the position and those above it (vertical, growing y) or to
     * its right (growing x). Only the first call for a ship counts. Ships that overlap or reach off
     * the board are wrecks.
     */
    void placeShip(Position pos, Ship ship, boolean vertical);
}
