package battleship.interfaces;

/** A ship. Ships are told apart by identity: two ships of the same size are two objects. */
public interface Ship {
    /** The length in cells. */
    int size();
}
