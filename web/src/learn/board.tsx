// board.tsx — the board: a map on which counters are put from a palette, phases and weather set, dice forced, orders tried and
// everything undone. It is a lab script underneath, which can be read, changed, saved and shared by a link.

import './show.css';
import { useEffect, useState } from 'preact/hooks';
import { boardLines, newBoard } from '../engine/backend';
import { language, t, useLanguage } from '../i18n';
import type { Game } from '../model/game';
import { addressOf, go } from '../model/route';
import { settings } from '../model/settings';
import { useStore } from '../model/store';
import { getScenarios } from '../net/api';
import { site } from '../net/here';
import type { MapData, Piece, Scenario } from '../net/protocol';
import { getPack, readTable } from './data';
import { fromLink, toLink } from './link';
import { type Entry, linesFor, movedTo, withoutPiece, withPhase } from './script';
import { addChapter, studies } from './studies';

interface Laid {
  failed: { i: number; text: string }[];
  lines: string[];
  map: MapData;
}

async function paletteOf(system: string): Promise<Entry[]> {
  const pack = await getPack(system);
  return readTable(pack[`${system}/book/palette.tsv`] ?? '').map((row) => ({
    kind: row.kind!,
    name: row[language()] || row.en!,
    line: row.line!,
  }));
}

/** A list whose chosen entry is carried out at once; the list then shows its title again. */
function Choose({ title, entries, onEntry }: { title: string; entries: Entry[]; onEntry: (entry: Entry) => void }) {
  if (!entries.length) return null;
  return (
    <label class="row">
      {title}
      <select
        value=""
        onChange={(event) => {
          const entry = entries[Number(event.currentTarget.value)];
          event.currentTarget.value = '';
          if (entry) onEntry(entry);
        }}
      >
        <option value="">…</option>
        {entries.map((entry, i) => (
          <option key={entry.line} value={i}>
            {entry.name}
          </option>
        ))}
      </select>
    </label>
  );
}

type Tool = { kind: 'put'; entry: Entry; from: string | null } | { kind: 'move'; piece: string };

export function BoardPanel({ game }: { game: Game }) {
  useLanguage();
  const system = useStore(game.store, (state) => state.scenario?.system);
  const open = useStore(game.store, (state) => state.connection === 'open' && state.map !== null);
  const hex = useStore(game.store, (state) => state.selectedHex);
  const map = useStore(game.store, (state) => state.map);
  const position = useStore(game.store, (state) => state.position);
  const [palette, setPalette] = useState<Entry[]>([]);
  const [lines, setLines] = useState<string[]>([]);
  const [failed, setFailed] = useState<Laid['failed']>([]);
  const [edit, setEdit] = useState(true);
  const [tool, setTool] = useState<Tool | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [dice, setDice] = useState('');
  const [said, setSaid] = useState('');

  async function lay(next: string[], editing = edit) {
    const answer = await game.ask<Laid>({ t: 'board', lines: next, edit: editing });
    if (answer.kind !== 'answer') return;
    game.store.set({ map: answer.value.map });
    setLines(answer.value.lines);
    setFailed(answer.value.failed);
    setEdit(editing);
    setText(null);
    setSaid('');
  }

  useEffect(() => {
    const { openHands, goalsRead } = settings.get();
    settings.set({ openHands: [...openHands, game.id], goalsRead: [...goalsRead, game.id] });
    if (open) boardLines(game.id).then((kept) => lay(kept, true));
  }, [open, game]);
  useEffect(() => {
    if (system) paletteOf(system).then(setPalette, () => {});
  }, [system, language()]);
  // A hex that is clicked while something is held.
  useEffect(() => {
    const number = hex !== null && map ? map.numbers[hex] : null;
    if (!edit || !tool || !number) return;
    game.select(null);
    if (tool.kind === 'move') {
      setTool(null);
      lay(movedTo(lines, tool.piece, number));
    } else if (tool.entry.kind === 'side' && !tool.from) setTool({ ...tool, from: number });
    else {
      lay([...lines, ...linesFor(tool.entry, lines, { hex: number, from: tool.from })]);
      if (tool.entry.kind === 'side') setTool({ ...tool, from: number });
    }
  }, [hex]);

  if (!open || !system) return null;
  const of = (kind: string) => palette.filter((entry) => entry.kind === kind);
  const here: Piece[] =
    edit && !tool && hex !== null && position
      ? [...position.pieces.values()].filter((one) => one.hex === hex && one.id)
      : [];
  const script = text ?? lines.join('\n');
  const written = script.split('\n').filter((line) => line.trim()); // with changes that were not applied yet

  async function play() {
    setTool(null);
    await lay(written, false);
  }
  async function share() {
    const link = new URL(
      addressOf(`/board/${system}?s=${await toLink(written)}`),
      site ? document.baseURI : location.origin,
    );
    await navigator.clipboard?.writeText(link.href).catch(() => {});
    setSaid(t('copied'));
  }
  function save() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`case "board"\n${written.join('\n')}\n`], { type: 'text/plain' }));
    link.download = 'board.lab';
    link.click();
    URL.revokeObjectURL(link.href);
  }
  /** The position becomes a chapter of the study that was last worked on, or of a new one. */
  function study() {
    const last = studies.get().all.find((one) => one.system === system);
    go(`/study/${addChapter(system!, written, t('study.title'), last?.id ?? null)}`);
  }
  async function force() {
    const answer = await game.ask({ t: 'dice', text: dice.trim() });
    if (answer.kind === 'answer') {
      setDice('');
      setSaid(t('board.forced', { dice }));
    } else setSaid(answer.kind === 'error' ? answer.text : answer.refusal.text);
  }
  if (!edit)
    return (
      <aside class="show-panel trying" aria-label={t('board.title')}>
        <p class="buttons">
          <button type="button" onClick={() => boardLines(game.id).then((kept) => lay(kept, true))}>
            {t('board.edit')}
          </button>
        </p>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            force();
          }}
        >
          <label>
            {t('board.dice')}{' '}
            <input
              size={8}
              value={dice}
              placeholder="3 5"
              onInput={(event) => setDice(event.currentTarget.value)}
            />
          </label>
          <button type="submit">{t('board.force')}</button>
        </form>
        <p role="status">{said}</p>
      </aside>
    );
  return (
    <aside class="show-panel board-panel" aria-label={t('board.title')}>
      <h2>{t('board.title')}</h2>
      {tool ? (
        <p class="held">
          {tool.kind === 'move'
            ? t('board.moving', { piece: tool.piece })
            : t('board.holding', { what: tool.entry.name })}{' '}
          <button type="button" onClick={() => setTool(null)}>
            {t('cancel')}
          </button>
        </p>
      ) : (
        <p class="quiet">{t('board.words')}</p>
      )}
      <Choose
        title={t('board.counter')}
        entries={of('counter')}
        onEntry={(entry) => setTool({ kind: 'put', entry, from: null })}
      />
      <Choose
        title={t('board.ground')}
        entries={of('ground')}
        onEntry={(entry) => setTool({ kind: 'put', entry, from: null })}
      />
      <Choose
        title={t('board.side')}
        entries={of('side')}
        onEntry={(entry) => setTool({ kind: 'put', entry, from: null })}
      />
      <Choose title={t('board.state')} entries={of('state')} onEntry={(entry) => lay([...lines, entry.line])} />
      <Choose
        title={t('board.phase')}
        entries={of('phase')}
        onEntry={(entry) => lay(withPhase(lines, entry.line))}
      />
      {here.map((piece) => (
        <div key={piece.i} class="held-piece">
          <strong>{piece.name}</strong>{' '}
          <button type="button" onClick={() => setTool({ kind: 'move', piece: piece.id! })}>
            {t('board.move')}
          </button>{' '}
          <button type="button" onClick={() => lay(withoutPiece(lines, piece.id!))}>
            {t('board.remove')}
          </button>
          <Choose
            title={t('board.mark')}
            entries={of('mark')}
            onEntry={(entry) => lay([...lines, entry.line.replace('%p', piece.id!)])}
          />
        </div>
      ))}
      <p class="buttons">
        <button type="button" class="primary" onClick={play}>
          {t('board.play')}
        </button>
        <button type="button" disabled={lines.length < 2} onClick={() => lay(lines.slice(0, -1))}>
          ↶ {t('board.undo')}
        </button>
      </p>
      <details open={failed.length > 0}>
        <summary>{t('board.script')}</summary>
        <textarea
          rows={10}
          value={script}
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {failed.map(({ i, text: why }) => (
          <p key={i} class="refused">
            <code>{lines[i]}</code> {why}
          </p>
        ))}
        <p class="buttons">
          <button type="button" disabled={text === null} onClick={() => lay(written)}>
            {t('board.apply')}
          </button>
        </p>
      </details>
      <p class="buttons">
        <button type="button" onClick={share}>
          {t('board.share')}
        </button>
        <button type="button" onClick={save}>
          {t('here.save')}
        </button>
        <button type="button" onClick={study}>
          {t('study.add')}
        </button>
      </p>
      <p role="status">{said}</p>
    </aside>
  );
}

/** Where a board is begun: an empty map, a scenario, a script, or a shared link. */
export function BoardStart({ system, shared }: { system: string; shared: string | null }) {
  useLanguage();
  const [scenarios, setScenarios] = useState<Scenario[]>([]);
  const [empty, setEmpty] = useState<Entry | null>(null);
  const [size, setSize] = useState('12x10');
  const [problem, setProblem] = useState('');
  async function begin(lines: string[]) {
    try {
      go(`/g/${(await newBoard(system, lines, t('board.title'))).id}`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  useEffect(() => {
    if (shared) fromLink(shared).then(begin, () => setProblem(t('board.unreadable')));
    getScenarios().then((all) => setScenarios(all.filter((one) => one.system === system)));
    paletteOf(system).then((all) => setEmpty(all.find((entry) => entry.kind === 'map') ?? null));
  }, [system, shared]);
  return (
    <main class="board-start">
      <p>
        <a href={addressOf('/')}>Sandtable</a>
      </p>
      <h1>
        {t('board.title')} · {scenarios[0]?.systemTitle}
      </h1>
      <p>{t('board.about')}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {empty && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            begin(empty.line.replace('%s', size).split(' ; '));
          }}
        >
          <label>
            {t('board.size')}{' '}
            <select value={size} onChange={(event) => setSize(event.currentTarget.value)}>
              {['10x10', '12x10', '16x12', '20x16', '30x20'].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>{' '}
          <button type="submit" class="primary">
            {empty.name}
          </button>
        </form>
      )}
      <ul>
        {scenarios.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => begin([`lab ${one.id}`])}>
              {one.title}
            </button>
          </li>
        ))}
      </ul>
      <label class="open-file">
        {t('board.open')}
        <input
          type="file"
          accept=".lab,text/plain"
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0];
            if (file)
              begin(
                (await file.text()).split('\n').filter((line) => line.trim() && !/^(#|case|proves)/.test(line)),
              );
          }}
        />
      </label>
    </main>
  );
}
