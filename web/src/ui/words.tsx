// words.tsx — sentences of the server with their paragraphs as links, and small pieces of the page.

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { splitRules } from '../model/sentence';
import { useStore } from '../model/store';
import type { Term } from '../net/protocol';

/** The text cut at the rulebook's short words, also in the English plural: "2 CMs". */
export function splitTerms(text: string, terms: Term[]): { words: string; term: Term | null }[] {
  if (!terms.length) return [{ words: text, term: null }];
  const names = terms
    .map(({ term }) => term)
    .sort((a, b) => b.length - a.length) // "large town" before "town"
    .map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');
  return text
    .split(new RegExp(`(?<![\\p{L}\\d])((?:${names})s?)(?![\\p{L}\\d-])`, 'u'))
    .map((words, i) => {
      const found = i % 2 ? terms.find(({ term }) => words === term || words === `${term}s`) : undefined;
      return { words, term: found ?? null };
    })
    .filter(({ words }) => words);
}

/** The text cut at the numbers of paragraphs that there are: "as in 4.2.1". */
export function splitReferences(
  text: string,
  known: (id: string) => boolean,
): { words: string; rule: string | null }[] {
  return text
    .split(/(?<![\w.-])((?:[a-z]+\.)?\d+(?:\.\w+|[a-zA-Z])*(?:-\d+)?)(?![\w-]|\.\d)/)
    .map((words, i) => ({ words, rule: i % 2 && /[.-]|[a-zA-Z]/.test(words) && known(words) ? words : null }))
    .filter(({ words }) => words);
}

/** A paragraph in our words, with links to the others that it names. */
export function RuleWords({ game, text, own }: { game: Game; text: string; own: string }) {
  const rules = useStore(game.store, (state) => state.rules);
  return (
    <>
      {splitReferences(text, (id) => id !== own && rules.has(id)).map(({ words, rule }, i) =>
        rule ? <RuleLink key={i} game={game} id={rule} /> : <Words key={i} game={game} text={words} />,
      )}
    </>
  );
}

/** Words of the server; the rulebook's short ones show their meaning, and lead to the help. */
export function Words({ game, text }: { game: Game; text: string }) {
  const terms = useStore(game.store, (state) => state.terms);
  return (
    <>
      {splitTerms(text, terms).map(({ words, term }, i) =>
        term ? (
          <abbr key={i} title={term.words} data-term={term.term}>
            {words}
          </abbr>
        ) : (
          words
        ),
      )}
    </>
  );
}

/** Begins a sentence with a capital; the server's may also stand behind others. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A paragraph's number, or its title if it goes by a name. */
export function RuleLink({ game, id }: { game: Game; id: string }) {
  const title = /^\d/.test(id) ? undefined : game.state.rules.get(id)?.title;
  return (
    <button type="button" class="rule" onClick={() => game.openRule(id)} title={t('rule.open', { id })}>
      {title ?? `§${id}`}
    </button>
  );
}

export function Sentence({ game, text, rule }: { game: Game; text: string; rule?: string | null }) {
  const parts = splitRules(text);
  const said = parts.some((part) => part.rule);
  return (
    <>
      {parts.map((part, i) =>
        part.rule ? (
          <RuleLink key={i} game={game} id={part.rule} />
        ) : (
          <span key={i}>
            <Words game={game} text={part.words} />
          </span>
        ),
      )}
      {rule && !said && (
        <>
          {' '}
          <RuleLink game={game} id={rule} />
        </>
      )}
    </>
  );
}

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  // Before the effects of what is in it: a plot draws as wide as it is shown.
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={props.wide ? 'dialog wide' : 'dialog'}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current) props.onClose();
      }}
    >
      <header>
        <h2>{props.title}</h2>
        <button type="button" class="icon" onClick={props.onClose} aria-label={t('close')}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}

export function SideName({ name, colour, index }: { name: string; colour: string; index: number }) {
  return (
    <span class="side-name">
      <Swatch colour={colour} index={index} />
      {name}
    </span>
  );
}

const SHAPES = ['●', '◆', '■', '▲'];

/** A side's colour, doubled by a shape. */
export function Swatch({ colour, index }: { colour: string; index: number }) {
  return (
    <span class="swatch" style={{ color: colour } as JSX.CSSProperties} aria-hidden="true">
      {SHAPES[index] ?? '★'}
    </span>
  );
}

export function percent(weight: number, total: number): string {
  if (!total) return '0 %';
  const share = (100 * weight) / total;
  if (share > 0 && share < 1) return '<1 %';
  if (share < 100 && share > 99) return '>99 %';
  return `${Math.round(share)} %`;
}

const FACES = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** A draw: "3/9" is the third of nine. */
function drawWords(draw: string): string {
  const [n, of] = draw.split('/');
  return of ? t('dice.draw', { n: n!, of }) : draw;
}

export function Dice({ dice }: { dice: (number | string)[] }) {
  if (!dice.length) return null;
  return (
    <span class="dice" role="img" aria-label={t('dice', { dice: dice.join(', ') })}>
      {dice.map((face, i) => (
        <span key={i} class={typeof face === 'number' ? '' : 'drawn'}>
          {typeof face === 'number' ? FACES[face - 1] : drawWords(face)}
        </span>
      ))}
    </span>
  );
}
