package battleships;

/** Ships in a fixed order, for bots of 2013. */
public interface Fleet {
    int getNumberOfShips();

    Ship getShip(int index);
}
