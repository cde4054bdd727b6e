package tournament.player;

/** The entry class of a jar: G3.jar contains the factory g3.G3. */
public interface PlayerFactory<T> extends PlayerInfo {
    /** Returns a new player for one match. */
    T getNewInstance();
}
