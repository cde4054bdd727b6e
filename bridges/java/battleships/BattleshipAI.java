package battleships;

/** The interface of a bot of 2013, which knows nothing about rounds. */
public interface BattleshipAI {
    String getName();

    void newMatch(int rounds);

    void placeShips(Fleet fleet, Board board);

    void incoming(Position pos);

    Position getFireCoordinates(Fleet enemyShips);

    void hitFeedBack(boolean hit, Fleet enemyShips);
}
