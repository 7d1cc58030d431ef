// One game as this browser knows it. It holds what the server said and decides nothing about the rules.

import type {
  At, Awaiting, Cast, ChatLine, Foresight, GameInfo, Item, LayerShown, Offer, Overlay, Piece, Presence, Prompt, Reach, Refusal, Scene,
  Told, ServerMessage, Side, Sight, Table, Audience,
} from '../protocol/contract';
import { hasPiece, otherSide, samePiece } from '../protocol/pieces';
import { PAUSE, settings } from './settings.svelte';
import { Socket, type Link } from '../protocol/socket';
import { sentences } from '../protocol/words';

const FORESIGHT_PAUSE = 120;
const MOST_CASTS = 6;
/** Throws that lie on the table, at most, and for how many entries of others. */
const MOST_HEAPS = 5;
const FRESH = 12;

/** Choices planned but not made yet, to be made one after the other. */
export interface Plan {
  steps: Offer[];
  /** What comes after the last of them, if that is not one's own choice. */
  then: string | null;
}

/** What a piece drawn across the table would do. */
interface Drawn extends Plan {
  overlays: Overlay[];
  stopped: Refusal | null;
}

/** What waits beside the table for its place. */
export interface InHand {
  piece: Piece;
  asks: string;
}

export class Game {
  link: Link = $state('connecting');
  info: GameInfo | null = $state.raw(null);
  table: Table | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  viewer: Audience = $state('spectator');
  /** How it looks now. */
  sight: Sight | null = $state.raw(null);
  /** How it looked, while looking back. */
  past: Sight | null = $state.raw(null);
  /** The entry looked back at. */
  lookingAt: number | null = $state(null);
  awaitingNow: Awaiting | null = $state.raw(null);
  events: Told[] = $state.raw([]);
  casts: Cast[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  entry = $state(0);
  selected: Piece | null = $state.raw(null);
  /** What the pointer or the focus rests on among the choices: its pieces are lit. */
  lit: Piece[] = $state.raw([]);
  overlays: Overlay[] = $state.raw([]);
  foresight: Foresight | null = $state.raw(null);
  /** Where the choices about the selected piece lead. */
  reach: Reach[] = $state.raw([]);
  /** Where the selected piece can be taken hold of. */
  grips: Overlay[] = $state.raw([]);
  /** What a piece drawn across the table would do. */
  dragged: Drawn | null = $state.raw(null);
  planned: Plan | null = $state.raw(null);
  /** What the player has asked to keep in view. */
  standing: LayerShown[] = $state.raw([]);
  /** What changed with the last update. */
  changed: Piece[] = $state.raw([]);
  /** What was taken from the table with the last update. */
  fallen: Item[] = $state.raw([]);
  /** What a sentence of the report that is pointed at is about. */
  pointedAt: Piece[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  problem: string | null = $state(null);
  busy = $state(false);

  /** The last entry that an answer named: until it has come, what is shown is of a moment ago. */
  #done = $state(0);
  /** The answer that is still awaited. */
  #answer: Promise<unknown> = Promise.resolve();
  #socket: Socket;
  #queue: ServerMessage[] = [];
  #drawing = false;
  #looked = false;
  #asking = false;
  #answered = false;
  #letGo: (() => void) | null = null;
  #pulling = false;
  #wanted: At[] | null = null;
  /** What the last question about layers was about. */
  #layersOf = '';
  #drawnFor: { plan: Plan; overlays: Overlay[] } | null = null;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string, readonly invitation: string | null, readonly seat: Side | null) {
    const base = location.origin.replace(/^http/, 'ws');
    const query = invitation ? `?invitation=${encodeURIComponent(invitation)}` : '';
    this.#socket = new Socket(`${base}/api/games/${encodeURIComponent(id)}/socket${query}`, {
      link: (state) => (this.link = state),
      message: (message) => this.#hear(message),
      hello: () => {
        this.#queue = [];
        return { protocol: 2, resume: this.entry, chat: this.chat.at(-1)?.n ?? 0, seat, sights: true };
      },
    });
  }

  get shown(): Sight | null {
    return this.past ?? this.sight;
  }
  get scene(): Scene | null {
    return this.shown?.scene ?? null;
  }
  get awaiting(): Awaiting | null {
    return this.past?.awaiting ?? this.awaitingNow;
  }
  get prompt(): Prompt | null {
    return this.shown?.prompt ?? null;
  }
  get offers(): Offer[] {
    return this.mine ? (this.sight?.offers ?? []) : [];
  }
  /** Whether this side is awaited. */
  get awaited(): boolean {
    const awaiting = this.awaitingNow;
    return this.past === null && awaiting !== null && 'decision' in awaiting && awaiting.decision.side === this.viewer;
  }
  /** Whether one may choose: awaited, and what may be chosen has come. Choices of a moment ago must not be taken. */
  get mine(): boolean {
    return this.awaited && this.sight?.entry === this.entry && this.entry >= this.#done;
  }
  /** Whether the last choice can be taken back; what was seen before something else happened does not count. */
  get canUndo(): boolean {
    return this.sight !== null && this.sight.undo && this.sight.entry === this.entry;
  }
  /** The side that is played here. */
  get side(): Side | null {
    return this.viewer === 'red' || this.viewer === 'blue' ? this.viewer : null;
  }
  /** Whether the other side is a computer player: it never agrees to go back. */
  get againstComputer(): boolean {
    const seat = this.side && this.table?.seats[otherSide(this.side)];
    return typeof seat === 'object' && seat !== null && 'computer' in seat;
  }
  /** Whether there is a choice of one's own that could be gone back before, be it by asking. */
  get hasBack(): boolean {
    return this.sight?.back !== undefined && this.sight.entry === this.entry && !this.over;
  }
  /** Whether the last choice can be taken back without asking now: by the rules, or because that was agreed at the start. */
  get canTakeBack(): boolean {
    return this.canUndo || (this.hasBack && this.table?.take_backs === true);
  }
  /** Whether the other side can be asked to go back. */
  get canAskBack(): boolean {
    return this.hasBack && !this.canTakeBack && !this.againstComputer;
  }
  get over(): boolean {
    return this.awaitingNow !== null && 'nothing' in this.awaitingNow;
  }
  /** What is asked about and not on the table yet: it waits for its place. */
  get inHand(): InHand | null {
    const piece = this.mine ? this.prompt?.about?.[0] : undefined;
    if (!piece || this.scene?.items.some((i) => samePiece(i.piece, piece))) return null;
    return { piece, asks: this.prompt?.text ?? '' };
  }
  /** Whether there are choices about a piece. */
  movable(piece: Piece): boolean {
    return this.mine && this.offers.some((offer) => hasPiece(offer.wording.about ?? [], piece));
  }
  /** The choices about the selected piece; all of them when nothing is selected or nothing is about it. */
  get offersHere(): { offer: Offer; n: number }[] {
    const all = this.offers.map((offer, n) => ({ offer, n }));
    const piece = this.selected;
    if (!piece) return all;
    const own = all.filter(({ offer }) => hasPiece(offer.wording.about ?? [], piece));
    return own.length > 0 ? own : all;
  }

  #hear(message: ServerMessage): void {
    // Answers and what is not part of the battle are taken at once; the battle plays at the chosen speed.
    if (message.type === 'update' || (message.type === 'sight' && message.id === undefined)) {
      this.#queue.push(message);
      void this.#play();
    } else {
      this.#take(message);
    }
  }

  async #play(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#take(next);
      // A pause after what others did, unless so much waits that it would never end.
      const pause = settings.still ? 0 : PAUSE[settings.pace];
      if (next.type === 'sight' && pause > 0 && this.#queue.length > 0 && this.#queue.length < 40) {
        await new Promise((done) => setTimeout(done, pause));
      }
    }
    this.#drawing = false;
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.info = message.game;
        this.table = message.game.table;
        this.viewer = message.viewer;
        break;
      case 'update':
        this.events = [...this.events.filter((e) => message.after > 0 && e.entry <= message.after), ...message.events];
        this.casts = [...this.casts.filter((c) => message.after > 0 && c.entry <= message.after), ...message.casts].slice(-400);
        this.entry = message.entry;
        this.awaitingNow = message.awaiting;
        this.refusal = null;
        this.problem = null;
        this.drop();
        break;
      case 'sight':
        if (message.past) break;
        this.#compare(this.sight?.scene ?? null, message.scene);
        this.sight = message;
        this.awaitingNow = message.awaiting;
        if (this.selected && !message.scene?.items.some((i) => samePiece(i.piece, this.selected as Piece))) {
          this.selected = null;
        }
        void this.#findReach();
        void this.showLayers(settings.layers);
        break;
      case 'table':
        this.table = message;
        break;
      case 'presence':
        this.presence = message;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        break;
      default:
        break;
    }
  }

  #compare(before: Scene | null, after: Scene | null): void {
    this.changed = [];
    this.fallen = [];
    if (!before || !after || before.width !== after.width) return;
    const old = new Map(before.items.map((item) => [`${item.piece.kind}-${item.piece.number}`, item]));
    for (const item of after.items) {
      const key = `${item.piece.kind}-${item.piece.number}`;
      const was = old.get(key);
      old.delete(key);
      const look = (i: Item): string => JSON.stringify([i.parts, i.level, i.lost, i.states]);
      if (!was || look(was) !== look(item)) this.changed = [...this.changed, item.piece];
      // Bases lost: those of before that nobody stands on any more, as many as are missing.
      if (was && item.lost > was.lost) {
        const stands = new Set(item.parts.map((part) => JSON.stringify(part.outline)));
        const gone = was.parts.filter((part) => !stands.has(JSON.stringify(part.outline)));
        this.fallen = [...this.fallen, { ...was, parts: gone.slice(0, item.lost - was.lost) }];
      }
    }
    this.fallen = [...this.fallen, ...old.values()];
  }

  /** The dice of the last few throws. */
  get lastCasts(): Cast[] {
    const at = this.lookingAt ?? this.entry;
    return this.casts.filter((c) => c.entry <= at).slice(-MOST_CASTS).reverse();
  }

  /** The dice since the last choice of one's own, or of the moment looked at, each with the piece that threw them. */
  get thrown(): { cast: Cast; piece: Piece }[] {
    const since = this.lookingAt === null ? Math.max(this.#done, this.entry - FRESH) : this.lookingAt - 1;
    const fresh = this.lastCasts.filter((c) => c.entry > since).slice(0, MOST_HEAPS);
    return fresh.flatMap((cast) => {
      const piece = this.events.find((e) => e.entry === cast.entry && e.about?.[0])?.about?.[0];
      return piece ? [{ cast, piece }] : [];
    });
  }

  async #tell(request: object | string): Promise<ServerMessage> {
    this.busy = true;
    this.refusal = null;
    this.problem = null;
    const asked = this.#socket.ask(request);
    this.#answer = asked;
    const answer = await asked;
    this.busy = false;
    if (answer.type === 'done') this.#done = Math.max(this.#done, answer.entry);
    if (answer.type === 'refused') this.refusal = answer.refusal;
    if (answer.type === 'error') this.problem = sentences(answer.problem, answer.remedy);
    return answer;
  }

  /** Makes a choice. What was chosen before may be answered later than what came of it is shown: it is waited for. */
  async choose(offer: Offer): Promise<void> {
    this.planned = null;
    await this.#answer;
    if (this.offers.includes(offer)) await this.#tell({ choose: { after: this.entry, decision: offer.decision } });
  }

  /** Makes the planned choices one after the other, as long as nothing comes between. */
  async commit(): Promise<void> {
    const plan = this.planned;
    if (!plan || this.busy) return;
    this.planned = null;
    let after = this.entry;
    for (const step of plan.steps) {
      const answer = await this.#tell({ choose: { after, decision: step.decision } });
      if (answer.type !== 'done') return;
      after = answer.entry;
    }
  }

  command(text: string): Promise<ServerMessage> {
    return this.#tell({ command: { after: this.entry, text } });
  }

  /** Plans a choice: shows what would come of it and waits for the word. */
  plan(offer: Offer): void {
    this.planned = { steps: [offer], then: null };
    this.preview(offer);
  }

  /** Drops what was planned or previewed. */
  drop(): void {
    this.planned = null;
    this.preview(null);
  }

  preview(offer: Offer | null): void {
    clearTimeout(this.#looking);
    const plan = offer ? null : this.planned;
    const wanted = offer ?? plan?.steps[0];
    this.lit = wanted?.wording.about ?? [];
    this.overlays = plan === this.#drawnFor?.plan ? (this.#drawnFor?.overlays ?? []) : [];
    this.foresight = null;
    // What several choices would do has been told already; the dice of later ones cannot be known yet.
    if (!wanted || !this.mine || (plan && plan.steps.length > 1)) return;
    this.#looking = setTimeout(async () => {
      const answer = await this.#socket.ask({ plan: { decision: wanted.decision } });
      if (answer.type !== 'plan' || this.lit !== (wanted.wording.about ?? this.lit)) return;
      this.overlays = answer.overlays;
      this.foresight = answer.foresight ?? null;
    }, FORESIGHT_PAUSE);
  }

  select(piece: Piece | null): void {
    this.selected = piece;
    this.drop();
    void this.#findReach();
    void this.showLayers(settings.layers);
  }

  /** A piece is drawn across the table: asks which choices that would be, one question at a time. */
  async drag(piece: Piece, way: At[]): Promise<void> {
    this.#wanted = way;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted) {
      const points = this.#wanted.map(([x, y]) => [Math.round(x), Math.round(y)]);
      this.#wanted = null;
      const answer = await this.#socket.ask({ drag: { piece, way: points } });
      if (!this.#pulling) break;
      if (answer.type === 'dragged') {
        const { steps, overlays, stopped, then } = answer;
        this.dragged = { steps, overlays, stopped: stopped ?? null, then: then ?? null };
        this.refusal = null;
        this.#answered = true;
      } else if (answer.type === 'refused') {
        this.dragged = null;
        this.refusal = answer.refusal;
        this.#answered = true;
      } else {
        // Not moved by hand, or not so far: where choices are offered it can still be let go.
        this.dragged = null;
        this.#answered = false;
      }
    }
    this.#asking = false;
    // The hand let go while the answer to the last question was still on its way.
    if (this.#letGo) {
      const done = this.#letGo;
      this.#letGo = null;
      done();
    }
  }

  /**
   * The hand takes hold of a piece, or lets go of it: what it was drawn to becomes the plan. Says whether the engine
   * had an answer to where it was drawn, be it a refusal.
   */
  async hold(holds: boolean): Promise<boolean> {
    if (!holds && this.#asking) await new Promise<void>((done) => (this.#letGo = done));
    this.#pulling = holds;
    this.#wanted = null;
    const { dragged } = this;
    const answered = this.#answered;
    this.dragged = null;
    this.#answered = false;
    if (holds || !dragged) return answered;
    this.planned = { steps: dragged.steps, then: dragged.then };
    this.#drawnFor = { plan: this.planned, overlays: dragged.overlays };
    this.preview(null);
    this.refusal = dragged.stopped;
    return true;
  }

  /** Asks for what the player wants to keep in view. */
  async showLayers(wanted: readonly string[]): Promise<void> {
    const known = (this.shown?.layers ?? []).map((l) => l.id).filter((id) => wanted.includes(id));
    const at = this.past ? this.past.entry : null;
    const question = JSON.stringify([this.entry, at, this.selected, known]);
    if (question === this.#layersOf) return;
    this.#layersOf = question;
    if (known.length === 0) {
      this.standing = [];
      return;
    }
    const answer = await this.#socket.ask({ layers: { wanted: known, piece: this.selected, at } });
    // Something else may have been asked meanwhile.
    if (answer.type === 'layers' && this.#layersOf === question) this.standing = answer.layers;
  }

  async #findReach(): Promise<void> {
    this.reach = [];
    this.grips = [];
    const piece = this.selected;
    if (!piece || !this.mine || this.offersHere.length === this.offers.length) return;
    const answer = await this.#socket.ask({ reach: { piece } });
    if (answer.type === 'reach' && answer.entry === this.entry && this.selected === piece) {
      this.reach = answer.choices;
      this.grips = answer.grips ?? [];
    }
  }

  /** Takes back the last choice: past dice as well, if that was agreed at the start. */
  undo(): Promise<ServerMessage> {
    return !this.canUndo && this.canTakeBack ? this.askBack() : this.#tell({ undo: { after: this.entry } });
  }
  resign(): Promise<ServerMessage> {
    return this.#tell('resign');
  }
  offerDraw(): Promise<ServerMessage> {
    return this.#tell('offer_draw');
  }
  answerDraw(agree: boolean): Promise<ServerMessage> {
    return this.#tell({ answer_draw: { after: this.entry, agree } });
  }
  /** Asks to go back to before one's own last choice. */
  askBack(): Promise<ServerMessage> {
    return this.#tell({ ask_rewind: { after: this.entry } });
  }
  askRewind(to: number): Promise<ServerMessage> {
    return this.#tell({ ask_rewind: { after: this.entry, to } });
  }
  /** Answers the wish to go back to an entry. */
  answerRewind(to: number, agree: boolean): Promise<ServerMessage> {
    return this.#tell({ answer_rewind: { after: this.entry, to, agree } });
  }
  say(text: string): Promise<ServerMessage> {
    return this.#tell({ chat: { text } });
  }

  /** Looks back at the state after an entry; at the present with nothing. */
  async lookAt(entry: number | null): Promise<void> {
    this.drop();
    this.changed = [];
    this.fallen = [];
    this.lookingAt = entry;
    if (entry === null) {
      this.past = null;
      void this.showLayers(settings.layers);
      return;
    }
    // One at a time: while a slider is dragged only the latest place is worth the work.
    if (this.#looked) return;
    this.#looked = true;
    const answer = await this.#socket.ask({ look: { at: entry } });
    this.#looked = false;
    if (this.lookingAt !== entry) {
      if (this.lookingAt !== null) await this.lookAt(this.lookingAt);
      return;
    }
    if (answer.type === 'sight') {
      this.past = { ...answer, past: true };
      void this.showLayers(settings.layers);
    }
    else if (answer.type === 'refused') this.problem = sentences(answer.refusal.problem, answer.refusal.remedy);
  }

  close(): void {
    this.#socket.close();
  }
}
