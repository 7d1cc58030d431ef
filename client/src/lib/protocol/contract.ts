// What the server says. Made from schema.json by `npm run contract`; do not edit.

export type BySide<T> = Record<Side, T>;

/**
 * The value of a fact.
 */
export type FactValue =
  | number
  | {
      /**
       * Micrometres.
       */
      um: number;
    }
  | {
      /**
       * Thousandths of a degree.
       */
      millidegrees: number;
    }
  | Piece
  | string;
/**
 * The id of a rule of the ledger
 */
export type RuleId = string;
/**
 * A point in the units of its scene; y grows downwards, as on a screen.
 *
 * @minItems 2
 * @maxItems 2
 */
export type At = [number, number];
/**
 * Those who are told the same of a game.
 */
export type Audience = 'red' | 'blue' | 'spectator' | 'lobby';
/**
 * The one thing a battle waits for.
 */
export type Awaiting =
  | {
      decision: {
        /**
         * What.
         */
        request: unknown;
        side: Side;
      };
    }
  | {
      dice: Roll;
    }
  | {
      nothing: Outcome;
    };
/**
 * One of the two sides.
 */
export type Side = 'red' | 'blue';
/**
 * How a pool is read. The engine looks at nothing else of it.
 */
export type Reading =
  | {
      hits: {
        /**
         * The lowest face that hits; one above the highest face never hits.
         */
        at_least: number;
      };
    }
  | 'sum'
  | 'highest'
  | 'lowest'
  | {
      /**
       * @minItems 16
       * @maxItems 16
       */
      classes: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
      ];
    }
  | 'each'
  | {
      draw: {
        /**
         * The cards that are drawn from, by kind; noughts where it is shown, because a deck tells what others hold.
         *
         * @minItems 8
         * @maxItems 8
         */
        deck: [number, number, number, number, number, number, number, number];
      };
    };
/**
 * A set of faces.
 */
export type FaceSet = number;
/**
 * Which of the two throws of a die thrown again counts.
 */
export type Keep = 'new' | 'higher' | 'lower';
/**
 * 32 bytes, written as 64 hexadecimal digits.
 */
export type Bytes32 = string;
/**
 * Colours of dice and cards.
 */
export type Colour = 'black' | 'white' | 'green' | 'yellow' | 'red' | 'blue';
/**
 * The dice of one roll as they fell, pool by pool.
 */
export type Throw = Thrown[];
/**
 * What one line of a tally does to the number so far.
 */
export type Effect =
  | {
      add: number;
    }
  | {
      set: number;
    }
  | {
      at_most: number;
    }
  | {
      at_least: number;
    }
  | {
      times: number;
    };
/**
 * Milliseconds since the start of 1970.
 */
export type Millis = number;
/**
 * What ended a battle.
 */
export type Ending = 'battle' | 'time';
/**
 * A game.
 */
export type GameId = string;
/**
 * Where a game has got to.
 */
export type Phase =
  | 'gathering'
  | 'running'
  | {
      over: {
        by: Ending;
        outcome: Outcome;
      };
    }
  | 'abandoned';
/**
 * A place in a list of games.
 */
export type Place = string;
/**
 * Kinds of things laid over the table for a moment.
 */
export type OverlayKind = 'zone' | 'arc' | 'reach' | 'path' | 'ghost' | 'line' | 'threat' | 'grip';
/**
 * A guest or an account.
 */
export type UserId = string;
/**
 * A seat as others see it.
 */
export type SeatInfo =
  | 'open'
  | {
      player: {
        /**
         * The player's name.
         */
        name: string;
        /**
         * What the player added to the dice, once that is done.
         */
        nonce: string | null;
      };
    }
  | {
      computer: {
        /**
         * Which.
         */
        level: string;
        /**
         * What it added to the dice.
         */
        nonce: string;
      };
    };
/**
 * What the server says.
 */
export type ServerMessage =
  | {
      game: GameInfo;
      /**
       * The protocol that the server speaks.
       */
      protocol: number;
      type: 'welcome';
      viewer: Audience;
    }
  | {
      /**
       * What was there before.
       */
      after: number;
      /**
       * What is awaited now; nothing before the battle has begun.
       */
      awaiting: Awaiting | null;
      /**
       * The dice that fell.
       */
      casts: Cast[];
      /**
       * The last entry now.
       */
      entry: number;
      /**
       * What happened, as you may see it.
       */
      events: Told[];
      type: 'update';
    }
  | {
      awaiting: Awaiting;
      /**
       * The last entry.
       */
      entry: number;
      /**
       * The number of the request, if this answers one.
       */
      id?: number | null;
      type: 'state';
      /**
       * What you see.
       */
      view: unknown;
    }
  | (Sight & {
      type: 'sight';
    })
  | (Table & {
      type: 'table';
    })
  | (Presence & {
      type: 'presence';
    })
  | (ChatLine & {
      type: 'chat';
    })
  | {
      /**
       * The last entry now.
       */
      entry: number;
      /**
       * The number of the request.
       */
      id?: number | null;
      type: 'done';
    }
  | {
      /**
       * The dice that it would bring, with exact odds.
       */
      foresight?: Foresight | null;
      /**
       * The number of the request.
       */
      id?: number | null;
      /**
       * The same, laid over the table.
       */
      overlays: Overlay[];
      /**
       * What would come of it, of the system's own shape.
       */
      plan: unknown;
      type: 'plan';
    }
  | {
      /**
       * The last entry.
       */
      entry: number;
      /**
       * The number of the request.
       */
      id?: number | null;
      /**
       * What they would do.
       */
      overlays: Overlay[];
      /**
       * The choices, to be made one after the other.
       */
      steps: Offer[];
      /**
       * Why it goes no farther, if it does not.
       */
      stopped?: Refusal | null;
      /**
       * What comes after the last of them, if that is not your own choice.
       */
      then?: string | null;
      type: 'dragged';
    }
  | {
      /**
       * The entry after which it is so.
       */
      entry: number;
      /**
       * The number of the request.
       */
      id?: number | null;
      /**
       * The layers.
       */
      layers: LayerShown[];
      type: 'layers';
    }
  | {
      /**
       * The choices, by their place among those offered.
       */
      choices: Reach[];
      /**
       * The last entry.
       */
      entry: number;
      /**
       * Where the piece can be taken hold of to be drawn across the table, and what is meant by that.
       */
      grips?: Overlay[];
      /**
       * The number of the request.
       */
      id?: number | null;
      type: 'reach';
    }
  | {
      /**
       * The choices; none when yours is not awaited.
       */
      decisions: unknown[];
      /**
       * The last entry, for `after` of a choice.
       */
      entry: number;
      /**
       * The number of the request.
       */
      id?: number | null;
      type: 'candidates';
    }
  | {
      /**
       * The number of the request.
       */
      id?: number | null;
      refusal: Refusal;
      type: 'refused';
    }
  | {
      /**
       * For programs: `malformed`, `not_yours`, `stale`, `not_now`, `slow_down`, `unavailable` ...
       */
      code: string;
      /**
       * The number of the request.
       */
      id?: number | null;
      /**
       * What is wrong.
       */
      problem: string;
      /**
       * What to do about it.
       */
      remedy: string;
      type: 'error';
    }
  | {
      /**
       * The number of the request.
       */
      id?: number | null;
      type: 'pong';
    };

/**
 * A system whose armies can be built here.
 */
export interface ArmyBook {
  /**
   * Whether battles can be fought here with the armies.
   */
  can_fight: boolean;
  /**
   * Its code.
   */
  code: string;
  /**
   * Its name.
   */
  title: string;
}
/**
 * An army to choose.
 */
export interface ArmyInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * What it costs.
   */
  points: number;
}
/**
 * Armies to choose from.
 */
export interface ArmyList {
  /**
   * The armies.
   */
  armies: ArmyInfo[];
  /**
   * The words that an army may use, by the field they stand in.
   */
  words: {
    [k: string]: string[];
  };
}
/**
 * A rule that an army breaks.
 */
export interface ArmyProblem {
  /**
   * The number of the battle group, from 0, if it is in one.
   */
  group: number | null;
  /**
   * Where.
   */
  place: string;
  refusal: Refusal;
}
/**
 * Why a step was refused. Nothing has changed.
 */
export interface Refusal {
  /**
   * The numbers and names behind it.
   */
  facts?: Fact[];
  /**
   * What is wrong, as a sentence.
   */
  problem: string;
  /**
   * What would make it legal.
   */
  remedy: string;
  rule: RuleId;
}
/**
 * One named fact of a refusal.
 */
export interface Fact {
  /**
   * What it is.
   */
  name: string;
  value: FactValue;
}
/**
 * Something on the table that words are about, so that a client can show it: `group` 3, `hex` 1204.
 */
export interface Piece {
  /**
   * What kind of thing, in the system's own words.
   */
  kind: string;
  /**
   * Its number in the view.
   */
  number: number;
}
/**
 * Dice to be thrown before the battle can go on.
 */
export interface Roll {
  /**
   * The pools, in the order thrown.
   */
  pools: Pool[];
  /**
   * What they are for.
   */
  purpose: string;
  rule: RuleId;
  /**
   * Who throws; nobody in particular for rolls that belong to neither side.
   */
  side: Side | null;
}
/**
 * Dice thrown together and read together.
 */
export interface Pool {
  /**
   * How many.
   */
  dice: number;
  die: Die;
  reading: Reading;
  reroll: Reroll;
}
/**
 * A kind of die, by its lowest and highest face. Faces are at most 15.
 */
export interface Die {
  /**
   * Highest face.
   */
  highest: number;
  /**
   * Lowest face.
   */
  lowest: number;
}
/**
 * Dice showing certain faces are thrown again, once.
 */
export interface Reroll {
  faces: FaceSet;
  keep: Keep;
}
/**
 * How a battle ended.
 */
export interface Outcome {
  /**
   * How, in a few words.
   */
  how: string;
  rule: RuleId;
  score: BySide<number>;
  /**
   * Who won, if anybody.
   */
  winner: Side | null;
}
/**
 * Dice that were thrown, with what they were thrown for, as one viewer sees them.
 */
export interface Cast {
  /**
   * The entry of the log.
   */
  entry: number;
  /**
   * What the faces show, where that is not their number.
   */
  faces?: Shown[];
  roll: Roll;
  throw: Throw;
}
/**
 * What a face of one pool shows.
 */
export interface Shown {
  /**
   * The face, by its number.
   */
  face: number;
  /**
   * The pool, by its place in the roll.
   */
  pool: number;
  shows: Face;
}
/**
 * A face of a die, or a card.
 */
export interface Face {
  colour: Colour;
  /**
   * Its name: for those who have it read out, and for all who point at it.
   */
  name: string;
  /**
   * One or two characters that are drawn on it.
   */
  symbol: string;
}
/**
 * The dice of one pool as they fell.
 */
export interface Thrown {
  /**
   * The dice thrown again, in the order of those they replace.
   */
  again?: number[];
  /**
   * The first throw.
   */
  dice: number[];
}
/**
 * Something that dice may bring. Throws that lead to the same state are one.
 */
export interface Chance {
  /**
   * How likely, in hundredths of a percent.
   */
  basis_points: number;
  /**
   * How likely, exactly: `5/36`; of dice that follow others, once those have fallen so.
   */
  exactly: string;
  /**
   * What comes next: dice that were not followed any farther, or a choice.
   */
  next?: string | null;
  /**
   * What the dice read, where that is one number: `7-9`.
   */
  reads?: string | null;
  /**
   * What would be told, whichever of these throws it is.
   */
  sentences: string[];
  /**
   * The dice that follow at once, if any do and they could be followed.
   */
  then?: Foresight | null;
}
/**
 * The dice that a choice brings, and what may come of them.
 */
export interface Foresight {
  /**
   * What is told before they fall, with the tallies behind them.
   */
  before: Sentence[];
  /**
   * What they may bring, the likeliest first.
   */
  chances: Chance[];
  /**
   * What the whole fight that begins with them may do to those who are in it, where it could be worked out.
   */
  prospects?: Prospect[];
  roll: Roll;
  /**
   * Whether they come so only if those who are asked before do nothing more than they must.
   */
  supposing?: boolean;
}
/**
 * A sentence of the battle report, with what it rests on.
 */
export interface Sentence {
  /**
   * The rules it rests on.
   */
  rules?: RuleId[];
  /**
   * The numbers behind it.
   */
  tallies?: Tally[];
  /**
   * The sentence.
   */
  text: string;
}
/**
 * A number with the reasons for it. The total is what the engine uses; there is no other way to get it.
 */
export interface Tally {
  lines: Line[];
  of: string;
  total: number;
}
/**
 * One named part of a tally.
 */
export interface Line {
  effect: Effect;
  /**
   * What it is, in a few words.
   */
  label: string;
  rule: RuleId;
}
/**
 * What a fight by itself, whatever happens beside it, may do to one of those who are in it.
 */
export interface Prospect {
  /**
   * What may happen to him; empty where too many fight together for it to be worked out while somebody waits.
   */
  chances: Likely[];
  /**
   * Whom.
   */
  of: string;
}
/**
 * Something that may happen, and how likely it is.
 */
export interface Likely {
  /**
   * The chance in hundredths of a percent.
   */
  basis_points: number;
  /**
   * The exact chance, as a fraction.
   */
  exactly: string;
  /**
   * What.
   */
  what: string;
}
/**
 * Something said at a game.
 */
export interface ChatLine {
  at: Millis;
  /**
   * Its number, from 1.
   */
  n: number;
  /**
   * Who said it.
   */
  name: string;
  /**
   * The side that the reader plays, if any.
   */
  side: Side | null;
  /**
   * What.
   */
  text: string;
}
/**
 * How time is kept: live play gives seconds for each choice, play over days gives days.
 */
export interface ClockRule {
  /**
   * Seconds in the bank, from which every choice takes what it needs beyond that.
   */
  bank: number;
  /**
   * Seconds for each choice that cost nothing.
   */
  each: number;
}
/**
 * Both clocks.
 */
export interface Clocks {
  bank: BySide<number>;
  /**
   * Whose clock runs.
   */
  running: Running | null;
}
/**
 * A clock that runs.
 */
export interface Running {
  /**
   * Milliseconds of this choice that cost nothing.
   */
  free: number;
  side: Side;
  since: Millis;
}
/**
 * A game as others see it.
 */
export interface GameInfo {
  commitment: Bytes32;
  created: Millis;
  /**
   * Entries of its log.
   */
  entries: number;
  id: GameId;
  /**
   * The invitations, for its maker only.
   */
  invitations?: Invitations | null;
  /**
   * Whether anybody may take an open seat.
   */
  open: boolean;
  /**
   * Whether anybody may watch.
   */
  public: boolean;
  /**
   * Code of its system.
   */
  system: string;
  table: Table;
  /**
   * What its maker called it.
   */
  title: string;
  updated: Millis;
  /**
   * The seats that you hold.
   */
  yours: Side[];
}
/**
 * Secrets that let their holders in.
 */
export interface Invitations {
  play: Bytes32;
  watch: Bytes32;
}
/**
 * Seats, clocks and offers: what lies beside the battle on the table.
 */
export interface Table {
  /**
   * The clocks.
   */
  clocks: Clocks | null;
  offers: Offers;
  phase: Phase;
  /**
   * How time is kept.
   */
  rule: ClockRule | null;
  seats: BySide<SeatInfo>;
  /**
   * Whether each player may take back their last choice at any time, past dice as well. Joining means to agree.
   */
  take_backs: boolean;
}
/**
 * What one side has asked of the other. The next step of the battle wipes it out.
 */
export interface Offers {
  /**
   * Who has offered a draw.
   */
  draw: Side | null;
  /**
   * Who has asked to go back, and to which entry.
   *
   * @minItems 2
   * @maxItems 2
   */
  rewind: [Side, number] | null;
}
/**
 * A list of games.
 */
export interface Games {
  /**
   * The latest first.
   */
  games: GameInfo[];
  /**
   * Where the next page begins, if there may be one.
   */
  next: Place | null;
}
/**
 * The cards that somebody holds.
 */
export interface Hand {
  /**
   * The cards that the viewer sees, in the order in which they are shown.
   */
  cards: Face[];
  /**
   * How many more there are that the viewer sees only from behind.
   */
  hidden: number;
  /**
   * Who holds them: a commander, an army.
   */
  holder: string;
  side: Side;
}
/**
 * How the server is.
 */
export interface Health {
  /**
   * `ready`, or `closing`.
   */
  status: string;
  /**
   * Version of the program.
   */
  version: string;
}
/**
 * Something that can be pointed at.
 */
export interface Item {
  /**
   * How bad its order is: 0 is good.
   */
  level: number;
  /**
   * How many of its parts are lost.
   */
  lost: number;
  /**
   * Its name.
   */
  name: string;
  /**
   * What it is made of: bases, counters.
   */
  parts: Part[];
  piece: Piece;
  /**
   * The whole of it read out.
   */
  says: string;
  /**
   * Whose.
   */
  side: Side | null;
  /**
   * Its states in words.
   */
  states: string[];
}
/**
 * A base or counter.
 */
export interface Part {
  /**
   * Its corners with the clock; the front edge runs from the first to the second.
   */
  outline: At[];
  /**
   * Which symbol it shows.
   */
  symbol: string;
}
/**
 * Whether an army is legal, and what it costs.
 */
export interface Judgement {
  /**
   * Figures such as the break point.
   */
  figures: Tally[];
  /**
   * What each battle group costs, in the order listed.
   */
  groups: Tally[];
  /**
   * Every rule it breaks.
   */
  problems: ArmyProblem[];
  /**
   * What it costs altogether, where it has a price.
   */
  total: Tally | null;
}
/**
 * A piece of ground.
 */
export interface Land {
  /**
   * Its name.
   */
  name: string;
  /**
   * The corners of each of its patches; two for something that lies on a line.
   */
  outlines: At[][];
  /**
   * The whole of it read out.
   */
  says: string;
  /**
   * What it looks like: `hill`, `wood`, `water`, `road`, `houses`, `wall`, `rough`.
   */
  symbol: string;
}
/**
 * Something that a viewer can have laid over the table for as long as he likes.
 */
export interface Layer {
  /**
   * By which it is asked for: `charges`.
   */
  id: string;
  /**
   * In words: "Who can charge whom".
   */
  name: string;
}
/**
 * A layer as it is now.
 */
export interface LayerShown {
  /**
   * Which.
   */
  layer: string;
  /**
   * What it shows.
   */
  overlays: Overlay[];
}
/**
 * Something laid over the table.
 */
export interface Overlay {
  kind: OverlayKind;
  /**
   * A few words.
   */
  label?: string;
  /**
   * Its corners, or the points of a line.
   */
  outline: At[];
  /**
   * The rule behind it.
   */
  rule?: RuleId | null;
}
/**
 * What one side has thrown.
 */
export interface Luck {
  hits: Measure;
  sums: Measure;
  worth: Measure;
}
/**
 * Something thrown against what could be expected.
 */
export interface Measure {
  /**
   * Dice thrown.
   */
  dice: number;
  /**
   * What could be expected, in thousandths.
   */
  expected_thousandths: number;
  /**
   * What they gave.
   */
  got: number;
}
/**
 * A legal decision that a side is offered.
 */
export interface Offer {
  /**
   * The decision.
   */
  decision: unknown;
  wording: Wording;
}
/**
 * A decision in words.
 */
export interface Wording {
  /**
   * What it is about.
   */
  about?: Piece[];
  /**
   * The command that gives it: "charge Rupert at Ireton".
   */
  command: string;
  /**
   * What it does, for people: "Charge Ireton's horse with Rupert's".
   */
  text: string;
}
/**
 * Somebody with a session.
 */
export interface Person {
  /**
   * Whether it is kept by a password.
   */
  account: boolean;
  /**
   * The name that others see.
   */
  name: string;
  user: UserId;
}
/**
 * How many connections look on, by seat.
 */
export interface Presence {
  /**
   * Of blue's player.
   */
  blue: number;
  /**
   * Of red's player.
   */
  red: number;
  /**
   * Of others.
   */
  spectators: number;
}
/**
 * What is asked of a side.
 */
export interface Prompt {
  /**
   * What it is about.
   */
  about?: Piece[];
  /**
   * How its commands are written, one a line.
   */
  commands?: string[];
  /**
   * The rules behind it.
   */
  rules?: RuleId[];
  /**
   * As a sentence.
   */
  text: string;
}
/**
 * Where one choice leads.
 */
export interface Reach {
  /**
   * Its place among the choices offered, from 0.
   */
  offer: number;
  /**
   * What it would do.
   */
  overlays: Overlay[];
}
/**
 * A rule in our own words.
 */
export interface RuleText {
  /**
   * The rulebook's chapter.
   */
  chapter: string;
  /**
   * Its id.
   */
  id: string;
  /**
   * Why the program does not enforce it, if it does not.
   */
  not_enforced: string | null;
  /**
   * What the rulebook leaves unclear, and the reading chosen.
   */
  reading: string | null;
  /**
   * Rules to read with it.
   */
  see: string[];
  /**
   * Code of its system.
   */
  system: string;
  /**
   * Rows of cells, the first row being the head.
   */
  table: string[][];
  /**
   * The rule; every line is a paragraph.
   */
  text: string;
  /**
   * The rule in a few words.
   */
  title: string;
}
/**
 * What distances are counted in.
 */
export interface Ruler {
  /**
   * Its length in the units of the scene.
   */
  length: number;
  /**
   * Its name: "MU", "hexes".
   */
  name: string;
}
/**
 * Rules found.
 */
export interface RulesFound {
  /**
   * How many there are.
   */
  found: number;
  /**
   * The best of them.
   */
  rules: RuleText[];
}
/**
 * A scenario to choose.
 */
export interface ScenarioInfo {
  /**
   * A line about it.
   */
  about: string;
  /**
   * Whether newcomers should begin with it.
   */
  easy: boolean;
  /**
   * Its id.
   */
  id: string;
  sides: BySide<string>;
  /**
   * Its name.
   */
  title: string;
}
/**
 * Scenarios to choose from.
 */
export interface Scenarios {
  /**
   * Whether armies of one's own can be brought.
   */
  armies: boolean;
  /**
   * The scenarios.
   */
  scenarios: ScenarioInfo[];
}
/**
 * A battle as it looks to one viewer.
 */
export interface Scene {
  /**
   * Fingerprint of the ground, whose picture is asked for by itself because it seldom changes.
   */
  ground: string;
  /**
   * The cards that players hold, as far as the viewer may see them.
   */
  hands?: Hand[];
  /**
   * Where the battle has got to: "Turn 5, impact phase".
   */
  heading: string;
  /**
   * From top to bottom.
   */
  height: number;
  /**
   * Everything that can be pointed at, lowest first.
   */
  items: Item[];
  /**
   * What lies on the ground, lowest first, for those who have it read out or drawn in letters; others look at the
   * ground's own picture.
   */
  land?: Land[];
  ruler: Ruler;
  /**
   * How each side stands: "3 of 12 lost".
   */
  standing: Standing[];
  /**
   * From left to right.
   */
  width: number;
}
/**
 * How a side stands.
 */
export interface Standing {
  side: Side;
  /**
   * In a few words.
   */
  text: string;
}
/**
 * Something that happened, as one viewer sees it.
 */
export interface Told {
  /**
   * What it is about, those who act or throw dice first.
   */
  about?: Piece[];
  /**
   * The entry that brought it about; 0 for what happened before the first.
   */
  entry: number;
  /**
   * The event itself.
   */
  event: unknown;
  /**
   * Whether it only opens a part of the battle, a turn or a phase.
   */
  opens?: boolean;
  sentence: Sentence;
}
/**
 * How a battle looks to one viewer, ready to be drawn, and what that viewer may do.
 */
export interface Sight {
  awaiting: Awaiting;
  /**
   * The entry that you would go back to by asking: that before your last choice.
   */
  back?: number | null;
  /**
   * The entry after which it looks like this.
   */
  entry: number;
  /**
   * The number of the request, if this answers one.
   */
  id?: number | null;
  /**
   * What can be laid over it.
   */
  layers: Layer[];
  luck: BySide<Luck>;
  /**
   * Legal choices beyond those listed.
   */
  more: number;
  /**
   * Legal choices with their words, if you must choose.
   */
  offers: Offer[];
  /**
   * Whether this looks back.
   */
  past: boolean;
  /**
   * What is asked, in words, if you may know.
   */
  prompt: Prompt | null;
  /**
   * What lies on the table; nothing if the system is not drawn.
   */
  scene: Scene | null;
  /**
   * Whether your last choice can be taken back.
   */
  undo: boolean;
}
/**
 * A system that is played here.
 */
export interface SystemInfo {
  /**
   * Its code.
   */
  code: string;
  /**
   * Levels of computer players that play it, the weakest first.
   */
  computers: string[];
  /**
   * Whether it makes random setups.
   */
  random: boolean;
  /**
   * Version of the rules that new battles get.
   */
  rules: number;
  /**
   * Its name.
   */
  title: string;
}
/**
 * What is played here.
 */
export interface Systems {
  /**
   * The systems whose armies can be built, whether they are played here or not.
   */
  armies: ArmyBook[];
  /**
   * Levels of computer players.
   */
  computers: string[];
  /**
   * The systems.
   */
  systems: SystemInfo[];
  /**
   * Code of the system that newcomers are offered first.
   */
  usual: string;
}
