package battleship.interfaces;

/** The board on which a player places its fleet, until placeShips returns. */
public interface Board {
    int sizeX();

    int sizeY();

    /**
     * Places a ship. It covers the position and the cells above it (vertical, growing y) or to its
     * right (growing x). Only the first call for a ship counts. Ships that overlap or leave the board
     * are wrecks.
     */
    void placeShip(Position pos, Ship ship, boolean vertical);
}
