package battleships;

/** A ship, for bots of 2013. */
public interface Ship {
    int size();
}
