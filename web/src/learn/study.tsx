// study.tsx — a study: chapters with a position each, words, arrows and coloured hexes; read by a link, printed as PDF.

import './report.css';
import { useEffect, useState } from 'preact/hooks';
import { lendLines, newBoard } from '../engine/backend';
import { t, useLanguage } from '../i18n';
import { Game } from '../model/game';
import { addressOf, go } from '../model/route';
import { useStore } from '../model/store';
import { site } from '../net/here';
import { Picture } from './picture';
import { type Chapter, changeStudy, dropStudy, type Study, studies, studyFrom, studyLink } from './studies';

const COLOURS = ['#c0392b', '#1f6fb2', '#2e8b57', '#d18b00'];

/** A game to look at only: the position of a chapter. */
function usePosition(system: string, lines: string[]) {
  const [game, setGame] = useState<Game | null>(null);
  const text = lines.join('\n');
  useEffect(() => {
    const made = new Game(lendLines(system, lines), null);
    setGame(made);
    return () => made.close();
  }, [system, text]);
  return game;
}

function Position({ game, chapter, onHex }: { game: Game; chapter: Chapter; onHex?: (hex: number) => void }) {
  const state = useStore(game.store, (value) => value);
  if (!state.map || !state.position || !state.looks) return <p class="loading">{t('loading')}</p>;
  return (
    <Picture
      state={state}
      map={state.map}
      position={state.position}
      arrows={chapter.arrows}
      tints={chapter.tints}
      label={chapter.title || t('study.position')}
      onHex={onHex}
    />
  );
}

type Tool = 'arrow' | 'tint';

function Drawing({
  tool,
  colour,
  onTool,
  onColour,
  onClear,
}: {
  tool: Tool | null;
  colour: string;
  onTool: (tool: Tool | null) => void;
  onColour: (colour: string) => void;
  onClear: () => void;
}) {
  return (
    <p class="tools no-print">
      {(['arrow', 'tint'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={tool === one}
          onClick={() => onTool(tool === one ? null : one)}
        >
          {t(`study.${one}`)}
        </button>
      ))}
      {COLOURS.map((one, i) => (
        <button
          key={one}
          type="button"
          class={`swatch swatch-${i}`}
          aria-label={t('study.colour', { n: i + 1 })}
          aria-pressed={colour === one}
          onClick={() => onColour(one)}
        />
      ))}
      <button type="button" onClick={onClear}>
        {t('study.clear')}
      </button>
    </p>
  );
}

interface PageProps {
  study: Study;
  number: number;
  /** Null: it is only read. */
  onChange: ((chapter: Chapter | null) => void) | null;
}

function ChapterPage({ study, number, onChange }: PageProps) {
  const chapter = study.chapters[number]!;
  const game = usePosition(study.system, chapter.lines);
  const [tool, setTool] = useState<Tool | null>(null);
  const [colour, setColour] = useState(COLOURS[0]!);
  const [from, setFrom] = useState<number | null>(null);
  function draw(hex: number) {
    if (tool === 'tint') {
      const had = chapter.tints.some((one) => one.hex === hex);
      const rest = chapter.tints.filter((one) => one.hex !== hex);
      onChange?.({ ...chapter, tints: had ? rest : [...rest, { hex, colour }] });
    } else if (tool === 'arrow' && from === null) setFrom(hex);
    else if (tool === 'arrow' && from !== null) {
      setFrom(null);
      if (from !== hex) onChange?.({ ...chapter, arrows: [...chapter.arrows, { from, to: hex, colour }] });
    }
  }
  const held = from !== null ? [...chapter.tints, { hex: from, colour }] : chapter.tints;
  return (
    <section class={chapter.branch ? 'chapter branch' : 'chapter'}>
      {onChange ? (
        <input
          class="title"
          aria-label={t('study.chapter', { n: number + 1 })}
          placeholder={t('study.chapter', { n: number + 1 })}
          value={chapter.title}
          onInput={(event) => onChange({ ...chapter, title: event.currentTarget.value })}
        />
      ) : (
        <h2>
          {chapter.branch && '⇝ '}
          {chapter.title || t('study.chapter', { n: number + 1 })}
        </h2>
      )}
      {game && <Position game={game} chapter={{ ...chapter, tints: held }} onHex={tool ? draw : undefined} />}
      {onChange && (
        <Drawing
          tool={tool}
          colour={colour}
          onTool={setTool}
          onColour={setColour}
          onClear={() => onChange({ ...chapter, arrows: [], tints: [] })}
        />
      )}
      {onChange ? (
        <textarea
          rows={4}
          aria-label={t('study.comment')}
          placeholder={t('study.comment')}
          value={chapter.comment}
          onInput={(event) => onChange({ ...chapter, comment: event.currentTarget.value })}
        />
      ) : (
        <p class="comment">{chapter.comment}</p>
      )}
      <p class="buttons no-print">
        <button
          type="button"
          onClick={async () => go(`/g/${(await newBoard(study.system, chapter.lines, study.title)).id}`)}
        >
          {t('study.board')}
        </button>
        {onChange && (
          <>
            <label>
              <input
                type="checkbox"
                checked={chapter.branch}
                onChange={(event) => onChange({ ...chapter, branch: event.currentTarget.checked })}
              />{' '}
              {t('study.branch')}
            </label>
            <button type="button" onClick={() => onChange(null)}>
              {t('study.remove')}
            </button>
          </>
        )}
      </p>
    </section>
  );
}

/** A study of this browser, to be changed; or one that came with a link, to be read. */
export function StudyPage({ id, shared }: { id: string; shared: string | null }) {
  useLanguage();
  const own = useStore(studies, ({ all }) => all.find((one) => one.id === id));
  const [brought, setBrought] = useState<Study | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (shared) studyFrom(shared).then(setBrought, () => setSaid(t('board.unreadable')));
  }, [shared]);
  const study = shared ? brought : own;
  useEffect(() => {
    document.title = `${study?.title ?? t('study.title')} · Sandtable`;
  }, [study?.title]);
  if (!study)
    return <p class={said ? 'problem' : 'loading'}>{said || (shared ? t('loading') : t('study.none'))}</p>;
  const writes = !shared;
  async function share() {
    const link = new URL(
      addressOf(`/study/view?s=${await studyLink(study!)}`),
      site ? document.baseURI : location.origin,
    );
    await navigator.clipboard?.writeText(link.href).catch(() => {});
    setSaid(t('copied'));
  }
  function change(number: number, chapter: Chapter | null) {
    const chapters = study!.chapters.flatMap((one, i) => (i === number ? (chapter ? [chapter] : []) : [one]));
    changeStudy({ ...study!, chapters });
  }
  return (
    <main class="study-page">
      <p class="no-print">
        <a
          href={addressOf('/learn')}
          onClick={(event) => {
            event.preventDefault();
            go('/learn');
          }}
        >
          {t('learn.title')}
        </a>
      </p>
      {writes ? (
        <h1>
          <input
            class="title"
            aria-label={t('study.title')}
            value={study.title}
            onInput={(event) => changeStudy({ ...study, title: event.currentTarget.value })}
          />
        </h1>
      ) : (
        <h1>{study.title}</h1>
      )}
      <p class="buttons no-print">
        <button type="button" onClick={() => window.print()}>
          {t('report.print')}
        </button>
        {writes && (
          <>
            <button type="button" onClick={share}>
              {t('study.share')}
            </button>
            <button
              type="button"
              onClick={() => {
                dropStudy(study.id);
                go('/learn');
              }}
            >
              {t('study.drop')}
            </button>
          </>
        )}
        <span role="status">{said}</span>
      </p>
      {writes && <p class="quiet no-print">{t('study.about')}</p>}
      {study.chapters.map((_, i) => (
        <ChapterPage key={i} study={study} number={i} onChange={writes ? (chapter) => change(i, chapter) : null} />
      ))}
    </main>
  );
}
