package broadside.host;

/** A ship as bots of all generations see it. */
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
