package tournament.player;

/** What is looked for in a jar: G3.jar holds the factory g3.G3. */
public interface PlayerFactory<T> extends PlayerInfo {
    /** A new player, for one match. */
    T getNewInstance();
}
