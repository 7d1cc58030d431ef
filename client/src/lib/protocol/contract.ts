// What the server says and hears. The JSON Schemas at /api/schema are the contract; these types follow them.

export type Side = 'red' | 'blue';
/** In the lobby of a game that waits for players only the table and who is there are seen. */
export type Viewer = 'red' | 'blue' | 'spectator' | 'lobby';
export type BySide<T> = Record<Side, T>;

export interface Line {
  rule: string;
  label: string;
  effect: { add: number } | { set: number } | { at_most: number } | { at_least: number } | { times: number };
}

export interface Tally {
  of: string;
  lines: Line[];
  total: number;
}

export interface Sentence {
  text: string;
  rules?: string[];
  tallies?: Tally[];
}

/** Something that happened, as this viewer may see it. */
export interface Seen {
  entry: number;
  event: unknown;
  sentence: Sentence;
  /** What it is about, those who act or throw dice first. */
  about?: Piece[];
  /** Whether it only opens a part of the battle, a turn or a phase. */
  opens?: boolean;
}

export interface Refusal {
  rule: string;
  problem: string;
  facts?: { name: string; value: number | string }[];
  remedy: string;
}

/** Something on the table that words are about. */
export interface Piece {
  kind: string;
  number: number;
}

export interface Prompt {
  text: string;
  rules?: string[];
  about?: Piece[];
  commands?: string[];
}

export interface Wording {
  text: string;
  command: string;
  about?: Piece[];
}

export interface Offer {
  decision: unknown;
  wording: Wording;
}

export interface Outcome {
  winner: Side | null;
  how: string;
  rule: string;
  score: BySide<number>;
}

export interface Die {
  lowest: number;
  highest: number;
}

export type Reading = { hits: { at_least: number } } | 'sum' | 'highest' | 'lowest' | 'each' | { classes: number[] };

export interface Pool {
  dice: number;
  die: Die;
  reroll: { faces: number; keep: string };
  reading: Reading;
}

export interface Roll {
  side: Side | null;
  rule: string;
  purpose: string;
  pools: Pool[];
}

/** Dice that fell. */
export interface Cast {
  entry: number;
  roll: Roll;
  throw: { dice: number[]; again?: number[] }[];
}

export type Awaiting =
  | { decision: { side: Side; request: unknown } }
  | { dice: Roll }
  | { nothing: Outcome };

/** A point of the scene, in its units, y downwards. */
export type At = [number, number];

/** A part of a piece: a base or a counter. The front edge runs from the first point to the second. */
export interface Part {
  outline: At[];
  symbol: string;
}

/** Something drawn that can be selected. */
export interface Item {
  piece: Piece;
  side: Side | null;
  name: string;
  parts: Part[];
  /** 0 is good order; greater is worse. */
  level: number;
  /** States in words: "disrupted", "limbered", "Charge orders". */
  states: string[];
  lost: number;
  /** The piece read out. */
  says: string;
}

export type OverlayKind = 'zone' | 'arc' | 'reach' | 'path' | 'ghost' | 'line' | 'threat' | 'grip';

export interface Overlay {
  kind: OverlayKind;
  outline: At[];
  label?: string;
  rule?: string;
}

export interface Scene {
  width: number;
  height: number;
  /** What distances are counted in. */
  ruler: { name: string; length: number };
  /** Fingerprint of the ground, which is fetched as a picture by itself. */
  ground: string;
  heading: string;
  standing: { side: Side; text: string }[];
  items: Item[];
  /** What lies on the ground, in words. */
  land?: { name: string; says: string }[];
}

export interface Measure {
  dice: number;
  got: number;
  expected_thousandths: number;
}

export interface Luck {
  hits: Measure;
  sums: Measure;
}

/** How the battle looks, and what may be done. */
export interface Sight {
  id?: number;
  entry: number;
  past: boolean;
  scene: Scene | null;
  layers: Layer[];
  awaiting: Awaiting;
  prompt: Prompt | null;
  offers: Offer[];
  more: number;
  undo: boolean;
  /** The entry that one would go back to by asking. */
  back?: number;
  luck: BySide<Luck>;
}

export interface Chance {
  exactly: string;
  basis_points: number;
  reads?: string;
  sentences: string[];
  /** The dice that follow at once. */
  then?: Foresight;
  /** What comes next, if no dice that could be followed do. */
  next?: string;
}

/** The dice that a choice brings, and what may come of them. */
export interface Foresight {
  roll: Roll;
  before: Sentence[];
  chances: Chance[];
  supposing?: boolean;
  prospects?: Prospect[];
}

/** What a whole fight may do to one of those who are in it. */
export interface Prospect {
  of: string;
  chances: { what: string; exactly: string; basis_points: number }[];
}

export type SeatInfo =
  | 'open'
  | { player: { name: string; nonce: string | null } }
  | { computer: { level: string; nonce: string } };

export interface Clocks {
  bank: BySide<number>;
  running: { side: Side; since: number; free: number } | null;
}

export type Phase = 'gathering' | 'running' | 'abandoned' | { over: { outcome: Outcome; by: 'battle' | 'time' } };

export interface TableInfo {
  phase: Phase;
  seats: BySide<SeatInfo>;
  /** Whether each player may take back the last choice at any time, past dice as well. */
  take_backs: boolean;
  rule: { each: number; bank: number } | null;
  clocks: Clocks | null;
  offers: { draw: Side | null; rewind: [Side, number] | null };
}

export interface GameInfo {
  id: string;
  system: string;
  title: string;
  created: number;
  updated: number;
  open: boolean;
  public: boolean;
  commitment: string;
  entries: number;
  table: TableInfo;
  yours: Side[];
  invitations?: { play: string; watch: string };
}

export interface ChatLine {
  n: number;
  at: number;
  name: string;
  side: Side | null;
  text: string;
}

export interface Reach {
  offer: number;
  overlays: Overlay[];
}

/** What can be laid over the table. */
export interface Layer {
  id: string;
  name: string;
}

/** A layer as it is now. */
export interface LayerShown {
  layer: string;
  overlays: Overlay[];
}

/** What waits beside the table for its place. */
export interface InHand {
  piece: Piece;
  asks: string;
}

export interface Presence {
  red: number;
  blue: number;
  spectators: number;
}

export interface PlanMessage {
  type: 'plan';
  id?: number;
  plan: unknown;
  overlays: Overlay[];
  foresight?: Foresight;
}

export type ServerMessage =
  | { type: 'welcome'; protocol: number; viewer: Viewer; game: GameInfo }
  | { type: 'update'; entry: number; after: number; events: Seen[]; casts: Cast[]; awaiting: Awaiting | null }
  | ({ type: 'sight' } & Sight)
  | ({ type: 'table' } & TableInfo)
  | ({ type: 'presence' } & Presence)
  | ({ type: 'chat' } & ChatLine)
  | { type: 'done'; id?: number; entry: number }
  | PlanMessage
  | { type: 'dragged'; id?: number; entry: number; steps: Offer[]; overlays: Overlay[]; stopped?: Refusal; then?: string }
  | { type: 'layers'; id?: number; entry: number; layers: LayerShown[] }
  | { type: 'reach'; id?: number; entry: number; choices: Reach[]; grips?: Overlay[] }
  | { type: 'refused'; id?: number; refusal: Refusal }
  | { type: 'error'; id?: number; code: string; problem: string; remedy: string }
  | { type: 'pong'; id?: number };
