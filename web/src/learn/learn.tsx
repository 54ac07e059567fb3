// learn.tsx — the page of courses: ten lessons and the puzzles of each rulebook, with what was finished.

import './learn.css';
import { useEffect, useState } from 'preact/hooks';
import { getLessons, getPuzzles, type Lesson, type Puzzle } from '../engine/lessons';
import { language, t, useLanguage } from '../i18n';
import { addressOf, go } from '../model/route';
import { useStore } from '../model/store';
import { getScenarios } from '../net/api';
import { fileAt } from '../net/here';
import type { Scenario } from '../net/protocol';
import { progress, puzzleOfDay } from './progress';
import { studies } from './studies';

const DAY = 86_400_000;

function Way({ to, children, label }: { to: string; children: preact.ComponentChildren; label?: string }) {
  return (
    <a
      href={addressOf(to)}
      aria-label={label}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

function Course({ system, lessons }: { system: string; lessons: Lesson[] }) {
  const finished = useStore(progress, (value) => value.lessons);
  const done = (lesson: Lesson) => finished.includes(`${system}/${lesson.id}`);
  const next = lessons.findIndex((lesson) => !done(lesson));
  return (
    <>
      <ol class="course">
        {lessons.map((lesson, i) => (
          <li key={lesson.id} class={done(lesson) ? 'finished' : ''}>
            <Way to={`/g/here-lesson-${system}-${i + 1}`}>{lesson.title[language()] ?? lesson.title.en}</Way>
            {done(lesson) && (
              <span class="tick" role="img" aria-label={t('learn.done')}>
                {' '}
                ✓
              </span>
            )}
          </li>
        ))}
      </ol>
      <p class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => go(`/g/here-lesson-${system}-${(next < 0 ? 0 : next) + 1}`)}
        >
          {t(next > 0 ? 'learn.goon' : next < 0 ? 'learn.repeat' : 'learn.begin', { n: next + 1 })}
        </button>
      </p>
    </>
  );
}

function Puzzles({ system, puzzles }: { system: string; puzzles: Puzzle[] }) {
  const attempts = useStore(progress, (value) => value.puzzles);
  if (!puzzles.length) return null;
  const solved = puzzles.filter(({ id }) => attempts[id]?.solved).length;
  return (
    <details class="puzzles">
      <summary>
        {t('puzzle.many', { n: puzzles.length })}: {t('puzzle.count', { solved })}
      </summary>
      <ol>
        {puzzles.map((puzzle, i) => {
          const attempt = attempts[puzzle.id];
          const state = attempt?.solved ? 'solved' : attempt ? 'missed' : '';
          return (
            <li key={puzzle.id} class={state}>
              <Way
                to={`/g/here-puzzle-${system}-${i + 1}`}
                label={`${t('puzzle.title', { n: i + 1 })}${state ? `, ${t(`puzzle.${state}.short`)}` : ''}`}
              >
                {i + 1}
                {attempt?.solved ? ' ✓' : ''}
              </Way>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

function Rulebook({ book }: { book: Scenario }) {
  const { system, systemTitle, systemAbout } = book;
  const [lessons, setLessons] = useState<Lesson[]>([]);
  const [puzzles, setPuzzles] = useState<Puzzle[]>([]);
  useEffect(() => {
    getLessons(system).then(setLessons, () => {});
    getPuzzles(system).then(setPuzzles, () => {});
  }, [system]);
  return (
    <section aria-labelledby={`learn-${system}`}>
      <h2 id={`learn-${system}`}>{systemTitle}</h2>
      {systemAbout && <p class="quiet">{systemAbout}</p>}
      {lessons.length > 0 && <Course system={system} lessons={lessons} />}
      <Puzzles system={system} puzzles={puzzles} />
      <p>
        <Way to={`/rules/${system}`}>{t('book.read')}</Way> · <Way to={`/board/${system}`}>{t('board.title')}</Way>
      </p>
    </section>
  );
}

function Studies() {
  const all = useStore(studies, (value) => value.all);
  if (!all.length) return null;
  return (
    <section>
      <h2>{t('study.mine')}</h2>
      <ul>
        {all.map(({ id, title, chapters }) => (
          <li key={id}>
            <Way to={`/study/${id}`}>{title}</Way>{' '}
            <span class="quiet">{t('study.chapters', { n: chapters.length })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LearnPage() {
  const spoken = useLanguage();
  const [scenarios, setScenarios] = useState<Scenario[]>([]);
  const rating = useStore(progress, (value) => value.rating);
  const tried = useStore(progress, (value) => Object.keys(value.puzzles).length);
  useEffect(() => {
    document.title = `${t('learn.title')} · Sandtable`;
    getScenarios().then(setScenarios, () => {});
  }, [spoken]);
  const books = scenarios.filter((one, i) => scenarios.findIndex((other) => other.system === one.system) === i);
  return (
    <main class="learn-page">
      <p>
        <Way to="/">Sandtable</Way>
      </p>
      <h1>{t('learn.title')}</h1>
      <p>{t('learn.about')}</p>
      <DailyPuzzle />
      {tried > 0 && <p class="quiet">{t('puzzle.rating', { rating })}</p>}
      <div class="courses">
        {books.map((book) => (
          <Rulebook key={book.system} book={book} />
        ))}
        <Studies />
      </div>
    </main>
  );
}

/** The puzzle of the day, as a link. */
export function DailyPuzzle() {
  useLanguage();
  const [found, setFound] = useState<[string, number] | null>(null);
  useEffect(() => {
    fetch(fileAt('engine/lessons-count.json'))
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then((counts) => setFound(puzzleOfDay(counts, Math.floor(Date.now() / DAY))))
      .catch(() => {});
  }, []);
  return found && <Way to={`/g/here-puzzle-${found[0]}-${found[1]}`}>{t('puzzle.day')}</Way>;
}
