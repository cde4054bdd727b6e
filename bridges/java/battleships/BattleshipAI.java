package battleships;

/** What a bot of 2013 implements; it is not told about rounds. */
public interface BattleshipAI {
    String getName();

    void newMatch(int rounds);

    void placeShips(Fleet fleet, Board board);

    void incoming(Position pos);

    Position getFireCoordinates(Fleet enemyShips);

    void hitFeedBack(boolean hit, Fleet enemyShips);
}
