package tournament.player;

/** The name and authors of a bot. */
public interface PlayerInfo {
    String getID();

    String getName();

    /** Factories of 2014 have no authors. */
    default String[] getAuthors() {
        return new String[0];
    }
}
