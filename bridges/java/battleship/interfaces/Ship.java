package battleship.interfaces;

/** A ship. Which one it is, is told by its identity: two ships of one size are two objects. */
public interface Ship {
    /** Its length in cells. */
    int size();
}
