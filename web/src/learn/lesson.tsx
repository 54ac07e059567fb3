// lesson.tsx — beside a lesson or a puzzle: the task, whether it is done, a hint, a second chance, what comes next.

import './learn.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getLessons, getPuzzles, type Lesson, type Puzzle } from '../engine/lessons';
import type { TaskTold } from '../engine/task';
import { language, t, useLanguage } from '../i18n';
import type { Game } from '../model/game';
import { addressOf, go } from '../model/route';
import { settings } from '../model/settings';
import { useStore } from '../model/store';
import { openBook } from '../ui/lazy';
import { SideName } from '../ui/words';
import { finishLesson, progress, triedPuzzle } from './progress';

const words = (of: Record<string, string>) => of[language()] ?? of.en ?? '';
const percent = (thousandths: number) => `${Math.round(thousandths / 10)} %`;

function useTask(game: Game) {
  const [told, setTold] = useState<TaskTold | null>(null);
  const open = useStore(game.store, (state) => state.connection === 'open' && state.map !== null);
  const seq = useStore(game.store, (state) => state.position?.keys.seq);
  const asked = useStore(game.store, (state) => state.position?.keys.question);
  const ask = (again = false) =>
    game.ask<TaskTold>({ t: 'task', again }).then((answer) => {
      if (answer.kind === 'answer') setTold(answer.value);
    });
  useEffect(() => {
    if (open) ask();
  }, [open, seq, asked]);
  return { told, again: () => ask(true) };
}

/** The paragraphs that a lesson teaches: they open beside the map. */
function Rules({ system, rules }: { system: string; rules: string[] }) {
  return (
    <p class="quiet">
      {rules.map((id) => (
        <button key={id} type="button" class="rule" onClick={() => openBook(system, id)}>
          §{id}
        </button>
      ))}
    </p>
  );
}

function Steps({ orders }: { orders: string[] }) {
  return (
    <ol class="solution">
      {orders.map((order) => (
        <li key={order}>
          <code>{order}</code>
        </li>
      ))}
    </ol>
  );
}

function Next({ to, label }: { to: string; label: string }) {
  return (
    <button type="button" class="primary" onClick={() => go(to)}>
      {label} →
    </button>
  );
}

interface PanelProps {
  system: string;
  number: number;
  told: TaskTold;
  failures: number;
  again: () => void;
}

function LessonBody({ lesson, all, ...panel }: PanelProps & { lesson: Lesson; all: Lesson[] }) {
  const { system, number, told, failures, again } = panel;
  const [hint, setHint] = useState(false);
  const [solution, setSolution] = useState(false);
  const next = all[number];
  return (
    <>
      {!told.given && told.result === 'open' && <p>{words(lesson.text)}</p>}
      <p class="task">
        <strong>{t('learn.task')}</strong> {words(lesson.task)}
      </p>
      {told.result === 'open' && (
        <p class="quiet" role="status">
          {t('learn.left', { n: told.left })}
        </p>
      )}
      {told.result === 'solved' && (
        <div class="solved" role="status">
          <p>
            <strong>✓ {t('learn.solved')}</strong> {words(lesson.done)}
          </p>
        </div>
      )}
      {told.result === 'failed' && (
        <p class="failed" role="status">
          {t('learn.failed')}
        </p>
      )}
      {hint && told.result !== 'solved' && <p class="hint-words">{words(lesson.hint)}</p>}
      {solution && <Steps orders={lesson.solution} />}
      <p class="buttons">
        {told.result === 'solved' && next && (
          <Next to={`/g/here-lesson-${system}-${number + 1}`} label={words(next.title)} />
        )}
        {told.result === 'solved' && !next && <Next to="/learn" label={t('learn.finished')} />}
        {(told.given > 0 || told.result !== 'open') && (
          <button type="button" class={told.result === 'failed' ? 'primary' : ''} onClick={again}>
            {t('learn.again')}
          </button>
        )}
        {!hint && told.result !== 'solved' && (
          <button type="button" onClick={() => setHint(true)}>
            {t('learn.hint')}
          </button>
        )}
        {failures > 1 && !solution && told.result !== 'solved' && (
          <button type="button" onClick={() => setSolution(true)}>
            {t('learn.solution')}
          </button>
        )}
      </p>
      <Rules system={system} rules={lesson.rules} />
    </>
  );
}

function PuzzleBody({ game, puzzle, all, ...panel }: PanelProps & { game: Game; puzzle: Puzzle; all: Puzzle[] }) {
  const { system, number, told, failures, again } = panel;
  const [solution, setSolution] = useState(false);
  const attempt = useStore(progress, ({ puzzles }) => puzzles[puzzle.id]);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const side = sides.findIndex((one) => one.word === puzzle.side);
  return (
    <>
      <p class="task">
        {side >= 0 && <SideName name={sides[side]!.name} colour={sides[side]!.colour} index={side} />}{' '}
        {t('puzzle.task')}
      </p>
      {told.result === 'open' && told.given > 0 && (
        <p class="quiet" role="status">
          {t('puzzle.goon')}
        </p>
      )}
      {told.result === 'solved' && (
        <p class="solved" role="status">
          <strong>✓ {t('learn.solved')}</strong>{' '}
          {t('puzzle.solved', { chance: percent(told.chance ?? 0), other: percent(puzzle.other[0]?.[1] ?? 0) })}
        </p>
      )}
      {told.result === 'failed' && (
        <p class="failed" role="status">
          {t('puzzle.failed', { chance: percent(told.chance ?? 0), best: percent(told.best ?? 0) })}
        </p>
      )}
      {solution && <Steps orders={puzzle.best.slice(0, 1).map(([order]) => order)} />}
      <p class="buttons">
        {told.result === 'solved' && number < all.length && (
          <Next to={`/g/here-puzzle-${system}-${number + 1}`} label={t('puzzle.next')} />
        )}
        {(told.given > 0 || told.result !== 'open') && (
          <button type="button" class={told.result === 'failed' ? 'primary' : ''} onClick={again}>
            {t('learn.again')}
          </button>
        )}
        {failures > 0 && !solution && told.result !== 'solved' && (
          <button type="button" onClick={() => setSolution(true)}>
            {t('learn.solution')}
          </button>
        )}
      </p>
      <p class="quiet">
        {t('puzzle.measured', { worlds: puzzle.worlds, lead: percent(puzzle.lead), error: percent(puzzle.error) })}{' '}
        {attempt && t('puzzle.tries', { n: attempt.tries })}
      </p>
    </>
  );
}

const ID = /^here-(lesson|puzzle)-(\w+)-(\d+)$/;

export function LessonPanel({ game }: { game: Game }) {
  useLanguage();
  const [, kind, system = '', text = ''] = ID.exec(game.id) ?? [];
  const number = Number(text);
  const [all, setAll] = useState<(Lesson | Puzzle)[]>([]);
  const { told, again } = useTask(game);
  const [failures, setFailures] = useState(0);
  const [open, setOpen] = useState(true);
  const found = all[number - 1];
  useEffect(() => {
    // The pupil has one side and no goals of a whole game.
    const { openHands, goalsRead } = settings.get();
    settings.set({ openHands: [...openHands, game.id], goalsRead: [...goalsRead, game.id] });
    (kind === 'lesson' ? getLessons(system) : getPuzzles(system)).then(setAll, () => {});
  }, [game]);
  useLayoutEffect(() => {
    if (!found || !told || told.result === 'open') return;
    if (told.result === 'failed') setFailures((count) => count + 1);
    if ('best' in found) triedPuzzle(found, told.result === 'solved');
    else if (told.result === 'solved') finishLesson(`${system}/${found.id}`);
    setOpen(true);
  }, [told?.result, found]);
  const map = useStore(game.store, (state) => state.map);
  useEffect(() => {
    const named =
      found && 'task' in found && told?.result === 'open' ? words(found.task).match(/\d\d\.?\d\d/g) : null;
    const hexes = (named ?? []).map((number) => map?.numbers.indexOf(number) ?? -1).filter((hex) => hex >= 0);
    game.store.set({ taskHexes: hexes });
  }, [found, told?.result, map]);
  const there = !!found && !!told;
  const panelRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!there) return;
    // The panel takes room from the map, which is then fitted again. On a small screen it is above the map.
    const around = panelRef.current!.closest<HTMLElement>('.game')!;
    const canvas = around.querySelector<HTMLCanvasElement & { board?: { fit(): void } }>('.board .map canvas');
    let later = 0;
    const observer = new ResizeObserver(() => {
      around.style.setProperty('--lesson', `${panelRef.current!.offsetHeight}px`);
      clearTimeout(later);
      later = window.setTimeout(() => canvas?.board?.fit(), 100);
    });
    observer.observe(panelRef.current!);
    return () => {
      observer.disconnect();
      clearTimeout(later);
    };
  }, [there, game]);
  if (!found || !told) return null;
  const panel = { system, number, told, failures, again };
  const title = 'title' in found ? words(found.title) : t('puzzle.title', { n: number });
  return (
    <aside ref={panelRef} class={`lesson-panel${open ? '' : ' folded'}`} aria-label={title}>
      <header>
        <a
          href={addressOf('/learn')}
          onClick={(event) => {
            event.preventDefault();
            go('/learn');
          }}
        >
          {t('learn.title')}
        </a>
        <button
          type="button"
          class="icon fold"
          aria-expanded={open}
          aria-label={title}
          onClick={() => setOpen(!open)}
        >
          {open ? '▾' : '▸'}
        </button>
      </header>
      <h2>{'title' in found ? `${number}. ${title}` : title}</h2>
      <div class="lesson-body">
        {'title' in found ? (
          <LessonBody key={game.id} lesson={found} all={all as Lesson[]} {...panel} />
        ) : (
          <PuzzleBody key={game.id} game={game} puzzle={found} all={all as Puzzle[]} {...panel} />
        )}
      </div>
    </aside>
  );
}
