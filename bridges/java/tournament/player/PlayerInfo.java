package tournament.player;

/** Who a bot is. */
public interface PlayerInfo {
    String getID();

    String getName();

    /** Factories of 2014 have no authors. */
    default String[] getAuthors() {
        return new String[0];
    }
}
