package battleships;

/** The board on which a bot of 2013 places its fleet. */
public interface Board {
    int sizeX();

    int sizeY();

    void placeShip(Position pos, Ship ship, boolean vertical);
}
