package broadside.host;

import battleship.interfaces.Ship;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** An immutable fleet with the interfaces of all generations of bots. */
final class HostFleet implements battleship.interfaces.Fleet, battleships.Fleet {
    private final HostShip[] ships;

    HostFleet(HostShip[] ships) {
        this.ships = ships;
    }

    @Override
    public int getNumberOfShips() {
        return ships.length;
    }

    @Override
    public HostShip getShip(int index) {
        return ships[index];
    }

    @Override
    public Iterator<Ship> iterator() {
        return new Iterator<Ship>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < ships.length;
            }

            @Override
            public Ship next() {
                if (next == ships.length) {
                    throw new NoSuchElementException();
                }
                return ships[next++];
            }
        };
    }

    /** The fleet without one of its ships. */
    HostFleet without(HostShip sunk) {
        HostShip[] left = new HostShip[ships.length - 1];
        int count = 0;
        for (HostShip ship : ships) {
            if (ship != sunk) {
                left[count++] = ship;
            }
        }
        return new HostFleet(left);
    }

    @Override
    public String toString() {
        return java.util.Arrays.toString(ships);
    }
}
