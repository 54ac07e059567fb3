// socket.ts — one game's WebSocket: numbered requests with their answers, and coming back after a break.
//
// A connection that breaks is tried again after half a second, then twice as long each time up to ten. The
// server begins every connection with the whole state, so nothing needs to be remembered across a break;
// requests that were waiting are answered with an error. A connection may also fall silent without breaking: when a
// request has waited long and nothing at all came since, it is given up and opened again. So that a player who only
// waits for the other side notices it too, a quiet connection is tested now and then.

import { getGame, shown, spoken } from './api';
import type { Refusal, ServerMessage } from './protocol';

export type Answer<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'error'; text: string };

/** Closed: the server cannot open this game, and asking again does not help. */
export type Connection = 'connecting' | 'open' | 'broken' | 'shut';

interface Waiting {
  settle: (answer: Answer<unknown>) => void;
}

export interface GameSocket {
  request<T>(message: Record<string, unknown>): Promise<Answer<T>>;
  send(message: Record<string, unknown>): void;
  close(): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const ANSWER_WAIT = 20_000;
const QUIET = 25_000;
const UNREADABLE = 'unreadable'; // why the server closes the connection to a game that it cannot open

export function nextWait(wait: number): number {
  return Math.min(wait * 2, LONGEST_WAIT);
}

export function openSocket(
  id: string,
  invite: string | null,
  hear: (message: ServerMessage) => void,
  tell: (connection: Connection) => void,
): GameSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}/api/games/${id}/socket${shown(invite)}`;
  const waiting = new Map<number, Waiting>();
  let socket: WebSocket | null = null;
  let number = 0;
  let wait = FIRST_WAIT;
  let timer = 0;
  let asking = 0;
  let closed = false;
  let heard = 0;

  function drop(text: string) {
    for (const { settle } of waiting.values()) settle({ kind: 'error', text });
    waiting.clear();
  }

  function receive(data: string) {
    const message = JSON.parse(data) as ServerMessage;
    if (message.t === 'answer' || message.t === 'refused' || (message.t === 'error' && message.n !== undefined)) {
      const asked = waiting.get(message.n as number);
      waiting.delete(message.n as number);
      if (!asked) return;
      if (message.t === 'answer') asked.settle({ kind: 'answer', value: message });
      else if (message.t === 'refused') asked.settle({ kind: 'refused', refusal: message });
      else asked.settle({ kind: 'error', text: message.text });
      return;
    }
    // Only a game that was shown counts as reached: a server that refuses every client is asked ever less often.
    if (message.t === 'state') wait = FIRST_WAIT;
    hear(message);
  }

  function connect() {
    tell('connecting');
    const mine = new WebSocket(spoken(address));
    let opened = false;
    socket = mine;
    mine.onopen = () => {
      opened = true;
      listen();
      tell('open');
    };
    mine.onmessage = (event) => {
      heard = performance.now();
      listen();
      receive(event.data as string);
    };
    mine.onclose = (event) => {
      // A refused connection gives no reason: the game may be at another port by now, and the answer leads there.
      if (!opened && socket === mine) getGame(id, invite).catch(() => {});
      lost(mine, event.reason === UNREADABLE);
    };
  }

  function lost(mine: WebSocket, shut = false) {
    if (closed || socket !== mine) return;
    socket = null;
    mine.onmessage = null;
    mine.close();
    clearTimeout(asking);
    drop('');
    tell(shut ? 'shut' : 'broken');
    if (shut) return;
    timer = window.setTimeout(connect, wait);
    wait = nextWait(wait);
  }

  /** Tests the connection when nothing comes for a while. */
  function listen() {
    clearTimeout(asking);
    asking = window.setTimeout(() => request({ t: 'ping' }), QUIET);
  }

  function request<T>(message: Record<string, unknown>) {
    return new Promise<Answer<T>>((resolve) => {
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        resolve({ kind: 'error', text: '' });
        return;
      }
      const [line, mine, sent] = [socket, ++number, performance.now()];
      waiting.set(mine, { settle: resolve as Waiting['settle'] });
      line.send(JSON.stringify({ ...message, n: mine }));
      window.setTimeout(() => {
        if (!waiting.delete(mine)) return;
        resolve({ kind: 'error', text: '' });
        if (heard < sent) lost(line);
      }, ANSWER_WAIT);
    });
  }

  function hurry() {
    if (closed || socket) return;
    clearTimeout(timer);
    wait = FIRST_WAIT;
    connect();
  }

  window.addEventListener('online', hurry);
  connect();
  return {
    request,
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(asking);
      window.removeEventListener('online', hurry);
      drop('');
      socket?.close(1000);
    },
  };
}
