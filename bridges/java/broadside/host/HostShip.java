package broadside.host;

/** A ship with the interfaces of all generations of bots. */
final class HostShip implements battleship.interfaces.Ship, battleships.Ship {
    final int index; /* in the arena's fleet */
    private final int size;

    HostShip(int index, int size) {
        this.index = index;
        this.size = size;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String toString() {
        return "ship of " + size;
    }
}
