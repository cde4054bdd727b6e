/* The engine of the page: requests as text, replies as JSON. The same in WebAssembly, where the
 * page calls it, and in the library, where tests do.
 *
 * A request is a line `VERB ARGUMENTS`, for some verbs followed by a body of more lines. The
 * reply is one object. A request that cannot be answered leaves everything as it was and gets
 * {"error": "a sentence for people"}. All words that people read come from here.
 *
 * Sides are 0 and 1; -1 is nobody. Cells are names, such as "C4". Boards are arrays in reading
 * order. SHIP is the index of a ship in the fleet, from 0. N is the number of a move, from 1.
 *
 * The program:
 *   about       {"presets": [{"name", "text"}], "bots": [{"name", "title", "summary", "level",
 *               "shots"}], "paces": [{"name", "milliseconds"}], "speeds": [milliseconds] of the
 *               replay, "knobs": [{"name", "values", "about"}], "marks": [{"mark", "words"}]}
 *   seed HEX    {}. 64 digits, random; must be the first request in WebAssembly.
 *   rules       Body: rules text. {"rules": RULES, "summary", "bots": [{"name", "accepts",
 *               "why"}]}
 *   rules-help  Body: rules text; empty for those of the current game. {"name", "sections":
 *               [{"title", "text"}]}: the rules in sentences.
 *   RULES       {"name", "text", "width", "height", "columns": ["A", ...], "ships": [{"name",
 *               "length"}], "names_hits", "names_sunk", "tells_sunk"}
 *
 * A game:
 *   new         Body: lines `bot = SPEC`, `name = NAME`, `second = NAME`, `seed = N`, `coach =
 *               yes|no`, all optional; a blank line; rules text. Without a bot, two people play.
 *               The person is side 0. STATE
 *   resume      Body: a saved game. STATE. `resume coach` plays on with the coach.
 *   saved       {"saved"}: contains both fleets; "" until both are placed.
 *   record [SECONDS]
 *               {"record", "notes"}, after the end. SECONDS since 1970 is the time now, for notes.
 *   state SIDE  STATE as a person sees it; -1 after the end: both fleets open, side 0 as "own".
 *   STATE       {"phase": "place|person|bot|over", "side": to act or -1, "viewer", "names",
 *               "bots": [name or null], "rules": RULES, "moves", "coach", "sentence", "titles":
 *               {"own", "enemy", "enemy_fleet"}, "own": {"shown": by the rules, "cells": [CELL]},
 *               "enemy": {"cells": [CELL]}, "fleets": {"own": [VESSEL], "enemy": [VESSEL]}, "last":
 *               null or LAST, "moves_available": [KIND], "log": [{"number", "side", "text"}],
 *               "result": null or {"winner": 0, 1 or null, "reason", "sentence", "seed"}}
 *   LAST        {"board": side, "cells"} of the latest move.
 *   KIND        {"kind", "label", "shape": "cell|area|line|placement|none", "key",
 *               "cells_needed", "board": side, "left": n or null, "ships": [{"name"}] for raise,
 *               "available", "why"}
 *   CELL        {"name", "mark", "open": not shot as far as the map shows, "label"}. Marks of the
 *               enemy's waters: unknown, miss, hit, sunk, water, found, empty, hint. Of an open
 *               board: sea, miss, ship, ship-hit, ship-sunk, ship-smoke, smoke, wreck.
 *   VESSEL      {"name", "length", "state": "afloat|damaged|sunk|unknown", "words": what has
 *               happened to it, or "", "label", "cells": as far as they are known}; own ships also
 *               "left".
 *
 * Placing the fleet of the side whose turn it is, which starts with a random one. All but fits,
 * ends and ready reply with PLACING. A ship that does not fit is an error.
 *   placing     changes nothing.
 *   put SHIP CELL h|v  places or moves it. With `anyway` at the end it may wreck ships, if the
 *               rules have wrecks.
 *   rotate SHIP turns it.
 *   random      draws the missing ships, or all. `random-ship SHIP` draws one.
 *   clear, undo take all ships off; take back the last step.
 *   restore drawn|placed LAYOUT  goes on with a "layout" of an earlier PLACING, which may be of
 *               another game with the same rules. "drawn" must be what it was.
 *   PLACING     {"ships": [{"name", "length", "placed", "cell", "direction", "cells", "label"}],
 *               "cells": [CELL], "picked": index or null, "complete", "sentence", "can_undo",
 *               "layout": text for restore, "drawn": at random}
 *   fits SHIP CELL h|v  FITS
 *   ends CELL CELL  FITS of a ship with these ends: the one that is picked, one that is not placed,
 *               or one that is.
 *   FITS        {"ship", "fits", "why", "anyway": null, or the question to ask before put with
 *               `anyway`, "cell", "direction", "cells", "label"}
 *   ready       Places this fleet. STATE of this side, or of the other person, who places next.
 *
 * Moves:
 *   preview MOVE  {"cells", "board": side, "legal", "why"}; "why" also says that the cell
 *               of one shot has already been shot at
 *   move MOVE   {"narration", "reason": why it cost the turn or "", "events": [{"cell", "answer":
 *               "miss|hit|sunk|stopped|wasted|found|none|smoke|hint|raised|gain|lost", "board":
 *               side, "cells"}], "state": STATE of the mover}
 *   bot         The same, for the bot whose turn it is, as its enemy sees it.
 *   command TEXT  What can be typed in the plain game. A move, as above; `hint` as advise, if it
 *               is not a move; `log`: {"log"}; `help`: {"help": [{"title", "lines": [{"typed",
 *               "does"}]}]}; `board`: {"boards": lines to show as they are}; `quit`: {"leave":
 *               the question to ask before}; other questions: {"text"}, some of several lines.
 *
 * The coach:
 *   heat SIDE   HEAT from what SIDE knows; with the coach for people, after the end for both.
 *   HEAT        {"percent": [number or null], "text": ["12", "!!", ""], "step": [a colour, from
 *               0], "best": [cell], "caption", "legend": {"title", "least", "most", "best":
 *               what the marked cells are, "certain": what "!!" is, or "" if no cell has it,
 *               "steps": how many colours}}
 *   advise      {"sentence", "move", "kind", "cells"}; is counted.
 *   review SIDE After the end. {"verdicts": [VERDICT], "summary"}
 *   VERDICT     {"number", "sentence"}
 *   verify      After the end. {"ok", "sentence", "commitments": [{"name", "hash", "fleet",
 *               "nonce"}]}
 *
 * Records:
 *   replay      Body: a record; empty for the game that is over. {"names", "rules": RULES,
 *               "moves", "log", "result", "record"}
 *   replay-at N {"boards": [{"cells"}, {"cells"}], "ships": [[VESSEL], [VESSEL]], "last": null or
 *               LAST, "sentence": the move, "heat": [HEAT or null, of each side before its last
 *               move, with "when", a sentence that says so]}. With `no-heat` at the end, without
 *               "heat".
 *   judge N     VERDICT; its sentence says so if the move does not shoot.
 *   summary     Body: records. {"games": [{"names", "shots", "hits", "accuracy": ["41 %", ...],
 *               "ended": seconds since 1970 or null, "notes", "over", "record", "key"}]}. The
 *               key is the same for each copy of the game, also without its result or seed.
 *               session/recorded_game.h has the form.
 *   statistics  Body: records, the oldest first. {"games": [{"rules": name, "winner", "reason",
 *               "sentence", "seed", "key"}], "table": [{"player", "opponent", "rules", "games",
 *               "won", "lost", "tied", "mean_shots", "best_shots", "accuracy" and "streak": texts,
 *               "best_streak", "advised", "last": seconds since 1970 or null}], "levels": the
 *               heading of the ratings, "ratings": [{"player", "sentence", "range", "caution",
 *               "course": [Elo after each game]}], "high_scores": [{"rules", "opponent",
 *               "shots", "player", "when": as "last"}], "unrated": why nobody is
 *               rated, or null}, as in `broadside stats`
 *
 * Analysis:
 *   analyze     Body: a line with the position, which may be empty; rules text. {"exact",
 *               "layouts": text or null, "count": the same with commas,
 *               "caption", "cells": [CELL], "fleet": [VESSEL], "best": [{"cell", "hit", "error",
 *               "text": the chance of a hit in words, "sinks": [{"ship", "chance", "text"}]}],
 *               "sinkable": [{"ship", "cell", "chance", "text"}], "percent", "text", "step" and
 *               "legend" as in HEAT, "best_cells": "best" of HEAT}
 *   position-of N SIDE  {"position", "rules": text} after move N of the open record, else of the
 *               game.
 *
 * Training:
 *   puzzle DATE [TODAY]
 *               PUZZLE of a day such as 2026-11-18; one after TODAY is refused.
 *               `puzzle-number N`: practice puzzle N.
 *   PUZZLE      {"title", "rules": RULES, "cells": [CELL], "question", "fleet": [VESSEL], "legal":
 *               [cell], "position": text for analyze, "hint": the label of its button}
 *   puzzle-hint {"sentence", "cells"}; it costs points.
 *   puzzle-answer CELL [DATE]
 *               {"score": 0 to 100, "counted": the same after a hint, "score_sentence", "result": a
 *               line to keep, if the DATE of today is given, "sentence", "shots": the best and the
 *               chosen one, [{"cell", "hit" and "value": texts, "score", "chosen"}], "best":
 *               [cell], "heat": HEAT}
 *   training DATE  Body: the lines that were kept. {"answers", "best", "accuracy", "streak",
 *               "longest": streak, "next": a practice puzzle, "today": score of the puzzle of this
 *               day or null, "earlier": null or the first answer to the open puzzle, {"sentence",
 *               "cell", "counted"}} */
#ifndef BROADSIDE_PAGE_PAGE_H
#define BROADSIDE_PAGE_PAGE_H

#include "base/text.h"

struct page;

/* Returns NULL if out of memory. */
struct page *page_new(void);
void page_free(struct page *page);

/* Answers a request. The reply is terminated, and valid until the next call. */
struct slice page_call(struct page *page, struct slice request);

#endif
