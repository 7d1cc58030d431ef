// One game as this browser knows it. It holds what the server said and decides nothing about the rules.

import type {
  At, Awaiting, Cast, ChatLine, Foresight, GameInfo, Item, Offer, Overlay, Piece, Presence, Prompt, Reach, Refusal, Scene,
  Seen, ServerMessage, Side, Sight, TableInfo, Viewer,
} from './contract';
import { hasPiece, samePiece } from './contract';
import { PAUSE, settings } from './settings.svelte';
import { Socket, type Link } from './socket';
import { sentences } from './words';

const FORESIGHT_PAUSE = 120;
const MOST_CASTS = 6;

export class Game {
  link: Link = $state('connecting');
  info: GameInfo | null = $state.raw(null);
  table: TableInfo | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  viewer: Viewer = $state('spectator');
  /** How it looks now. */
  sight: Sight | null = $state.raw(null);
  /** How it looked, while looking back. */
  past: Sight | null = $state.raw(null);
  /** The entry looked back at. */
  lookingAt: number | null = $state(null);
  awaitingNow: Awaiting | null = $state.raw(null);
  events: Seen[] = $state.raw([]);
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
  /** What a piece drawn across the table would do. */
  dragged: { offer: Offer; overlays: Overlay[]; stopped: Refusal | null } | null = $state.raw(null);
  /** A choice planned but not made yet. */
  planned: Offer | null = $state.raw(null);
  /** What changed with the last update. */
  changed: Piece[] = $state.raw([]);
  /** What was taken from the table with the last update. */
  fallen: Item[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  problem: string | null = $state(null);
  busy = $state(false);

  #socket: Socket;
  #queue: ServerMessage[] = [];
  #drawing = false;
  #looked = false;
  #asking = false;
  #pulling = false;
  #wanted: [At, At] | null = null;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string, readonly invitation: string | null, readonly seat: Side | null) {
    const base = location.origin.replace(/^http/, 'ws');
    const query = invitation ? `?invitation=${encodeURIComponent(invitation)}` : '';
    this.#socket = new Socket(`${base}/api/games/${encodeURIComponent(id)}/socket${query}`, {
      link: (state) => (this.link = state),
      message: (message) => this.#hear(message),
      hello: () => {
        this.#queue = [];
        return { protocol: 1, resume: this.entry, chat: this.chat.at(-1)?.n ?? 0, seat, sights: true };
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
    return this.past ? [] : (this.sight?.offers ?? []);
  }
  get mine(): boolean {
    const awaiting = this.awaitingNow;
    return this.past === null && awaiting !== null && 'decision' in awaiting && awaiting.decision.side === this.viewer;
  }
  get over(): boolean {
    return this.awaitingNow !== null && 'nothing' in this.awaitingNow;
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
    }
    this.fallen = [...old.values()];
  }

  /** The dice of the last few throws. */
  get lastCasts(): Cast[] {
    const at = this.lookingAt ?? this.entry;
    return this.casts.filter((c) => c.entry <= at).slice(-MOST_CASTS).reverse();
  }

  async #tell(request: object | string): Promise<ServerMessage> {
    this.busy = true;
    this.refusal = null;
    this.problem = null;
    const answer = await this.#socket.ask(request);
    this.busy = false;
    if (answer.type === 'refused') this.refusal = answer.refusal;
    if (answer.type === 'error') this.problem = sentences(answer.problem, answer.remedy);
    return answer;
  }

  choose(offer: Offer): Promise<ServerMessage> {
    this.planned = null;
    return this.#tell({ choose: { after: this.entry, decision: offer.decision } });
  }

  command(text: string): Promise<ServerMessage> {
    return this.#tell({ command: { after: this.entry, text } });
  }

  /** Plans a choice: shows what would come of it and waits for the word. */
  plan(offer: Offer): void {
    this.planned = offer;
    this.preview(offer);
  }

  /** Drops what was planned or previewed. */
  drop(): void {
    this.planned = null;
    this.preview(null);
  }

  preview(offer: Offer | null): void {
    clearTimeout(this.#looking);
    const wanted = offer ?? this.planned;
    this.lit = wanted?.wording.about ?? [];
    this.overlays = [];
    this.foresight = null;
    if (!wanted || !this.mine) return;
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
  }

  /** A piece is drawn across the table: asks which choice that would be, one question at a time. */
  async drag(piece: Piece, from: At, to: At): Promise<void> {
    this.#wanted = [from, to];
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted) {
      const way = this.#wanted.map(([x, y]) => [Math.round(x), Math.round(y)]);
      this.#wanted = null;
      const answer = await this.#socket.ask({ drag: { piece, way } });
      if (!this.#pulling) break;
      if (answer.type === 'dragged') this.dragged = { offer: answer.offer, overlays: answer.overlays, stopped: answer.stopped ?? null };
      else if (answer.type === 'refused') this.refusal = answer.refusal;
      else break;
    }
    this.#asking = false;
  }

  /** The hand takes hold of a piece, or lets go of it: what it was drawn to becomes the plan. */
  hold(holds: boolean): boolean {
    this.#pulling = holds;
    this.#wanted = null;
    const dragged = this.dragged;
    this.dragged = null;
    if (holds || !dragged) return false;
    this.plan(dragged.offer);
    this.refusal = dragged.stopped;
    return true;
  }

  async #findReach(): Promise<void> {
    this.reach = [];
    const piece = this.selected;
    if (!piece || !this.mine || this.offersHere.length === this.offers.length) return;
    const answer = await this.#socket.ask({ reach: { piece } });
    if (answer.type === 'reach' && answer.entry === this.entry && this.selected === piece) this.reach = answer.choices;
  }

  undo(): Promise<ServerMessage> {
    return this.#tell('undo');
  }
  resign(): Promise<ServerMessage> {
    return this.#tell('resign');
  }
  offerDraw(): Promise<ServerMessage> {
    return this.#tell('offer_draw');
  }
  answerDraw(agree: boolean): Promise<ServerMessage> {
    return this.#tell({ answer_draw: { agree } });
  }
  askRewind(to: number): Promise<ServerMessage> {
    return this.#tell({ ask_rewind: { to } });
  }
  answerRewind(agree: boolean): Promise<ServerMessage> {
    return this.#tell({ answer_rewind: { agree } });
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
    if (answer.type === 'sight') this.past = { ...answer, past: true };
    else if (answer.type === 'refused') this.problem = sentences(answer.refusal.problem, answer.refusal.remedy);
  }

  close(): void {
    this.#socket.close();
  }
}
