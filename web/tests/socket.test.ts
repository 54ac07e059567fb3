import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '../src/net/protocol';
import { nextWait, openSocket } from '../src/net/socket';

class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(_code = 1000, reason = '') {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ reason });
  }
}

const last = () => FakeSocket.made[FakeSocket.made.length - 1]!;

describe('a game socket', () => {
  const heard: ServerMessage[] = [];
  const told: string[] = [];
  const open = (invite: string | null = null) =>
    openSocket(
      'g1',
      invite,
      (message) => heard.push(message),
      (connection) => told.push(connection),
    );

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    FakeSocket.made = [];
    heard.length = 0;
    told.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('gives each answer to whoever asked, in whatever order they come', async () => {
    const socket = open();
    last().open();
    const first = socket.request<{ complete: boolean }>({ t: 'choices', prefix: 'a' });
    const second = socket.request({ t: 'order', text: 'b' });
    const third = socket.request({ t: 'forecast', order: 'c' });
    expect(last().sent.map((message) => message.n)).toEqual([1, 2, 3]);
    last().say({ t: 'refused', n: 2, text: 'no', rule: '4.2.1', hexes: [], pieces: [] });
    last().say({ t: 'error', n: 3, text: 'no dice' });
    last().say({ t: 'answer', n: 1, complete: true });
    expect(await first).toMatchObject({ kind: 'answer', value: { complete: true } });
    expect(await second).toMatchObject({ kind: 'refused', refusal: { rule: '4.2.1' } });
    expect(await third).toEqual({ kind: 'error', text: 'no dice' });
    expect(heard).toEqual([]);
  });

  it('does not knock again where the server cannot open the game', () => {
    open();
    last().open();
    last().close(1011, 'unreadable');
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(['connecting', 'open', 'shut']);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('asks where the game is when no line is opened, and follows it to another port', async () => {
    const fetched: string[] = [];
    const went: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      fetched.push(path);
      return { ok: false, status: 421, text: async () => '{"error":"elsewhere","port":8346}' };
    });
    vi.stubGlobal('location', {
      ...location,
      protocol: 'http:',
      hostname: 'games.example',
      host: 'games.example:8345',
      pathname: '/game/g1',
      search: '',
      hash: '#turn',
      replace: (address: string) => went.push(address),
    });
    open();
    last().close();
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched.map((path) => path.split('?')[0])).toEqual(['/api/games/g1']);
    expect(went).toEqual(['http://games.example:8346/game/g1#turn']);
  });

  it('passes on what nobody asked for', () => {
    open();
    last().open();
    last().say({ t: 'closing', text: 'soon' });
    last().say({ t: 'error', text: 'too fast' });
    expect(heard.map((message) => message.t)).toEqual(['closing', 'error']);
  });

  it('comes back after a break, later each time, and fails what was waiting', async () => {
    const socket = open();
    last().open();
    const asked = socket.request({ t: 'choices', prefix: '' });
    last().close();
    expect((await asked).kind).toBe('error');
    expect(told).toEqual(['connecting', 'open', 'broken']);
    vi.advanceTimersByTime(499);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(2);
    last().close();
    vi.advanceTimersByTime(999);
    expect(FakeSocket.made).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(3);
    expect(nextWait(8000)).toBe(10_000);
  });

  it('gives up a line that fell silent, and only such a one', async () => {
    const socket = open();
    last().open();
    const lost = socket.request({ t: 'order', text: 'a' }); // it gets no answer, but the connection is alive
    vi.advanceTimersByTime(5000);
    last().say({ t: 'closing', text: 'soon' });
    vi.advanceTimersByTime(15_000);
    expect((await lost).kind).toBe('error');
    expect(told).toEqual(['connecting', 'open']);
    const silent = socket.request({ t: 'order', text: 'b' });
    const dead = last();
    vi.advanceTimersByTime(20_000);
    expect((await silent).kind).toBe('error');
    expect(told).toEqual(['connecting', 'open', 'broken']);
    vi.advanceTimersByTime(500);
    expect(FakeSocket.made).toHaveLength(2);
    dead.say({ t: 'closing', text: 'too late' });
    expect(heard).toHaveLength(1);
  });

  it('asks a quiet line whether it is there, and gives up one that says nothing', () => {
    open();
    last().open();
    vi.advanceTimersByTime(24_999);
    expect(last().sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(last().sent).toEqual([{ t: 'ping', n: 1 }]);
    last().say({ t: 'answer', n: 1, ok: true });
    vi.advanceTimersByTime(24_000);
    expect(told).toEqual(['connecting', 'open']);
    vi.advanceTimersByTime(1000);
    expect(last().sent).toHaveLength(2);
    vi.advanceTimersByTime(20_000);
    expect(told).toEqual(['connecting', 'open', 'broken']);
    vi.advanceTimersByTime(500);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it('stays away once it was closed', async () => {
    const socket = open();
    last().open();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect((await socket.request({ t: 'undo' })).kind).toBe('error');
  });

  it('shows the invitation and says its language', () => {
    open('se cret');
    expect(last().address).toMatch(/\/api\/games\/g1\/socket\?invite=se%20cret&lang=en$/);
  });
});
