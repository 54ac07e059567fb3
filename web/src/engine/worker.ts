// worker.ts — the engine in a worker of its own, so that the page never waits for it. One worker plays one game.

import type { GameInfo } from '../net/protocol';
import { Engine } from './module';
import { type HereGame, keepGame } from './store';
import { HereTable, type Said } from './table';

export type ToWorker =
  | { do: 'fetch'; pack: string }
  | { do: 'open'; pack: string; game: HereGame; info: GameInfo; language: string }
  | { do: 'say'; message: Said }
  | { do: 'speak'; language: string; info: GameInfo }
  | { do: 'branch'; order: number };

export type FromWorker =
  | { said: string }
  | { opened: true }
  | { map: string }
  | { failed: string }
  | { branched: { seed: string; length: number; journal: string } | null };

const post = (message: FromWorker) => self.postMessage(message);

let table: HereTable | null = null;
let thinking = false;
let saving = 0;

/** Saves soon, once for all that happens at once. */
function save(game: HereGame) {
  if (saving) return;
  saving = self.setTimeout(() => {
    saving = 0;
    keepGame(game).catch((error) => post({ said: JSON.stringify({ t: 'error', text: String(error) }) }));
  }, 50);
}

/** The module, compiled while it comes where the file server says what it is. */
async function compile(module: string): Promise<WebAssembly.Module> {
  const answer = await fetch(module);
  if (!answer.ok) throw new Error(`${module}: ${answer.status}`);
  if (answer.headers.get('content-type')?.startsWith('application/wasm'))
    return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** A worker's name is the address of the module, so that it is fetched before the first message. */
const begun = compile(self.name).then((compiled) => Engine.begin(compiled));
begun.catch(() => {});

const packs = new Map<string, Promise<Record<string, string>>>();

function fetchPack(address: string): Promise<Record<string, string>> {
  let pack = packs.get(address);
  if (!pack) {
    pack = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return answer.json() as Promise<Record<string, string>>;
    });
    packs.set(address, pack);
  }
  return pack;
}

async function open({ pack, game, info, language }: Extract<ToWorker, { do: 'open' }>) {
  const [engine, files] = await Promise.all([begun, fetchPack(pack)]);
  for (const [name, text] of Object.entries(files)) engine.addFile(name, text);
  table = new HereTable(
    engine,
    game,
    info,
    (said) => post({ said }),
    () => (game.lines && !game.board) || game.id.startsWith('here-chapter-') || save(game),
  );
  table.open(language);
  if (game.lines) post({ map: table.map() });
  else table.note();
  post({ opened: true });
  table.state();
  goOn();
}

/** The machine's orders, one after the other; between them questions of the page are answered. */
function goOn() {
  if (thinking) return;
  thinking = true;
  let moved = false;
  const step = () => {
    try {
      if (table?.think()) {
        moved = true;
        self.setTimeout(step);
        return;
      }
      if (moved) table?.note();
    } catch (error) {
      post({ failed: String(error) });
    }
    thinking = false;
  };
  self.setTimeout(step);
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.do === 'open') await open(data);
    else if (data.do === 'fetch') fetchPack(data.pack).catch(() => {});
    else if (data.do === 'speak') table?.speak(data.language, data.info);
    else if (data.do === 'branch') post({ branched: table?.branch(data.order) ?? null });
    else if (table) {
      table.hear(data.message);
      if (data.message.t === 'order' || data.message.t === 'standing' || data.message.t === 'undo') goOn();
    }
  } catch (error) {
    post({ failed: String(error) });
  }
};
