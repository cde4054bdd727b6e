package battleships;

/** Where a bot of 2013 lays out its fleet. */
public interface Board {
    int sizeX();

    int sizeY();

    void placeShip(Position pos, Ship ship, boolean vertical);
}
