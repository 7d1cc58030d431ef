// One game as this browser knows it. It holds what the server said and decides nothing about the rules.

import type {
  Awaiting, ChatLine, GameInfo, Offer, Overlay, Piece, Prompt, Refusal, Scene, Seen, ServerMessage, Side, TableInfo,
  Viewer,
} from './contract';
import { samePiece } from './contract';
import { Socket, type Link } from './socket';

export class Game {
  link: Link = $state('connecting');
  info: GameInfo | null = $state(null);
  table: TableInfo | null = $state(null);
  viewer: Viewer = $state('spectator');
  scene: Scene | null = $state.raw(null);
  awaiting: Awaiting | null = $state.raw(null);
  prompt: Prompt | null = $state.raw(null);
  offers: Offer[] = $state.raw([]);
  events: Seen[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  entry = $state(0);
  selected: Piece | null = $state(null);
  /** What the pointer or the focus rests on among the choices: its pieces are lit. */
  lit: Piece[] = $state.raw([]);
  overlays: Overlay[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  problem: string | null = $state(null);
  busy = $state(false);

  #socket: Socket;

  constructor(id: string, invitation: string | null, seat: Side | null) {
    const base = location.origin.replace(/^http/, 'ws');
    const query = invitation ? `?invitation=${encodeURIComponent(invitation)}` : '';
    this.#socket = new Socket(`${base}/api/games/${encodeURIComponent(id)}/socket${query}`, {
      link: (state) => (this.link = state),
      message: (message) => this.#hear(message),
      hello: () => ({ protocol: 1, resume: this.entry, chat: this.chat.at(-1)?.n ?? 0, seat, views: true }),
    });
  }

  get mine(): boolean {
    const awaiting = this.awaiting;
    return awaiting !== null && 'decision' in awaiting && awaiting.decision.side === this.viewer;
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.info = message.game;
        this.table = message.game.table;
        this.viewer = message.viewer;
        break;
      case 'update':
        this.events = [...this.events.filter((e) => e.entry <= message.after && message.after > 0), ...message.events];
        this.entry = message.entry;
        this.awaiting = message.awaiting;
        this.refusal = null;
        break;
      case 'state':
        this.entry = message.entry;
        this.scene = message.scene;
        this.awaiting = message.awaiting;
        this.prompt = message.prompt;
        this.offers = message.offers;
        if (this.selected && !message.scene.items.some((i) => samePiece(i.piece, this.selected as Piece))) {
          this.selected = null;
        }
        break;
      case 'table':
        this.table = message;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        break;
      case 'refused':
        this.refusal = message.refusal;
        break;
      case 'error':
        this.problem = `${message.problem} ${message.remedy}`;
        break;
      default:
        break;
    }
  }

  async #tell(request: object | string): Promise<ServerMessage> {
    this.busy = true;
    this.refusal = null;
    this.problem = null;
    const answer = await this.#socket.ask(request);
    this.busy = false;
    return answer;
  }

  choose(decision: unknown): Promise<ServerMessage> {
    return this.#tell({ choose: { after: this.entry, decision } });
  }

  command(text: string): Promise<ServerMessage> {
    return this.#tell({ command: { after: this.entry, text } });
  }

  async preview(offer: Offer | null): Promise<void> {
    this.lit = offer?.wording.about ?? [];
    this.overlays = [];
    if (!offer || !this.mine) return;
    const answer = await this.#socket.ask({ plan: { decision: offer.decision } });
    if (answer.type === 'plan' && this.lit === (offer.wording.about ?? this.lit)) this.overlays = answer.overlays ?? [];
  }

  undo(): Promise<ServerMessage> {
    return this.#tell('undo');
  }

  say(text: string): Promise<ServerMessage> {
    return this.#tell({ chat: { text } });
  }

  close(): void {
    this.#socket.close();
  }
}
