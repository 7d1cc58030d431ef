// A websocket that comes back by itself and misses nothing.

import type { ServerMessage } from './contract';

export type Link = 'connecting' | 'open' | 'lost' | 'closed';

interface Hooks {
  link: (state: Link) => void;
  message: (message: ServerMessage) => void;
  /** What to say first, each time: it resumes after the last entry seen. */
  hello: () => object;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const PATIENCE = 15_000;
/** The session has ended; the game may not be seen any more: coming back would not help. */
const FOR_GOOD = [4401, 4403];

export class Socket {
  #url: string;
  #hooks: Hooks;
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #closed = false;
  #next = 1;
  #waiting = new Map<number, { resolve: (m: ServerMessage) => void; timer: ReturnType<typeof setTimeout> }>();

  constructor(url: string, hooks: Hooks) {
    this.#url = url;
    this.#hooks = hooks;
    this.#connect();
  }

  #connect(): void {
    if (this.#closed) return;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      socket.send(JSON.stringify({ ask: { hello: this.#hooks.hello() } }));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      // Only a server that answers is there.
      if (message.type === 'welcome') this.#hooks.link('open');
      const id = 'id' in message ? message.id : undefined;
      if (id !== undefined && id !== null) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (waiting) {
          clearTimeout(waiting.timer);
          waiting.resolve(message);
        }
      }
      this.#hooks.message(message);
    };
    socket.onclose = (event) => {
      this.#socket = null;
      if (this.#closed) return;
      if (FOR_GOOD.includes(event.code)) {
        this.close();
        return;
      }
      this.#hooks.link('lost');
      // A little chance keeps many clients from coming back in the same moment.
      setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  /** Asks, and resolves with the answer, or with an error message when there is none. */
  ask(request: object | string): Promise<ServerMessage> {
    const id = this.#next++;
    return new Promise((resolve) => {
      const gone = (problem: string): void =>
        resolve({ type: 'error', id, code: 'unavailable', problem, remedy: 'Try again in a moment.' });
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        gone('The connection is not there.');
        return;
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        gone('The server did not answer.');
      }, PATIENCE);
      this.#waiting.set(id, { resolve, timer });
      this.#socket.send(JSON.stringify({ id, ask: request }));
    });
  }

  close(): void {
    this.#closed = true;
    this.#hooks.link('closed');
    this.#socket?.close();
  }
}
