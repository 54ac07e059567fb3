// book.tsx — the rulebook in our words: contents, search, paragraphs that lead to each other, tables in their places, terms
// under the pointer. It is a page of its own, or open beside the game.

import './book.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Cases } from '../engine/cases';
import { t, tOr, useLanguage } from '../i18n';
import { addressOf, go } from '../model/route';
import type { Rule } from '../net/protocol';
import { TableRows } from '../ui/tables';
import { splitReferences, splitTerms } from '../ui/words';
import { type BookData, chapterOf, getBook, search } from './data';
import { ShowMe, useCases } from './showme';

interface BookProps {
  system: string;
  /** The paragraph it is opened at. */
  at: string | null;
  /** Fills the page; the address holds the paragraph being read. */
  page?: boolean;
  onClose?: () => void;
}

type Turn = (id: string) => void;

function Link({ id, onTurn }: { id: string; onTurn: Turn }) {
  return (
    <button type="button" class="rule" onClick={() => onTurn(id)}>
      §{id}
    </button>
  );
}

/** Words with their terms explained and paragraphs as links. */
function Text({ book, rule, onTurn }: { book: BookData; rule: Rule; onTurn: Turn }) {
  return (
    <p>
      {splitReferences(rule.words, (id) => id !== rule.id && book.byId.has(id)).map(({ words, rule: other }, i) =>
        other ? (
          <Link key={i} id={other} onTurn={onTurn} />
        ) : (
          splitTerms(words, book.terms).map(({ words: part, term }, j) =>
            term ? (
              <abbr key={`${i} ${j}`} title={term.words}>
                {part}
              </abbr>
            ) : (
              part
            ),
          )
        ),
      )}
    </p>
  );
}

function Switches({ book, id }: { book: BookData; id: string }) {
  return (
    <>
      {(book.switches.get(id) ?? []).map(({ option, scenarios }) => (
        <p key={option.name + option.value} class="switch">
          <strong>{t('book.switch')}:</strong> {option.help}
          <span class="quiet">
            {' '}
            {scenarios.join(', ')}: {t('book.usual', { value: tOr(`value.${option.value}`, option.value) })}
          </span>
        </p>
      ))}
    </>
  );
}

function Paragraph(props: {
  book: BookData;
  system: string;
  cases: Cases | null;
  rule: Rule;
  here: boolean;
  onTurn: Turn;
}) {
  const { book, system, cases, rule, here, onTurn } = props;
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (here) element.current?.scrollIntoView({ block: 'start' });
  }, [here]);
  const kind = rule.kind === 'core' ? '' : tOr(`book.kind.${rule.kind}`, '');
  const cited = book.citedBy.get(rule.id) ?? [];
  return (
    <article ref={element} class={here ? 'paragraph here' : 'paragraph'}>
      <h3>
        <span class="number">§{rule.id}</span> {rule.title} {kind && <span class="kind">{kind}</span>}
      </h3>
      <Text book={book} rule={rule} onTurn={onTurn} />
      <Switches book={book} id={rule.id} />
      {(book.rulings.get(rule.id) ?? []).map((ruling) => (
        <p key={ruling.id} class="switch ruling">
          <strong>
            {t('book.ruling')} {ruling.id}:
          </strong>{' '}
          {ruling.words}
        </p>
      ))}
      {(book.tables.get(rule.id) ?? []).map((table) => (
        <figure key={table.name}>
          <figcaption>{table.title}</figcaption>
          <TableRows table={table} cell={null} />
        </figure>
      ))}
      <p class="paragraph-foot">
        <ShowMe system={system} rule={rule.id} cases={cases} />
        {cited.length > 0 && (
          <span class="quiet cited">
            {t('book.cited')}{' '}
            {cited.slice(0, 12).map((id) => (
              <Link key={id} id={id} onTurn={onTurn} />
            ))}
          </span>
        )}
      </p>
    </article>
  );
}

function Found({ book, wanted, onTurn }: { book: BookData; wanted: string; onTurn: Turn }) {
  const found = search(book, wanted);
  return (
    <section class="found">
      <p class="quiet" role="status">
        {found.length ? t('book.found', { n: found.length }) : t('book.none')}
      </p>
      <ul>
        {found.slice(0, 60).map((rule) => (
          <li key={rule.id}>
            <Link id={rule.id} onTurn={onTurn} /> <strong>{rule.title}</strong>
            <p>{rule.words}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Terms({ book, onTurn }: { book: BookData; onTurn: Turn }) {
  return (
    <section class="paragraph">
      <h2>{t('book.glossary')}</h2>
      <dl class="glossary">
        {book.terms.map(({ term, rule, words }) => (
          <div key={term}>
            <dt>
              {term} {book.byId.has(rule) && <Link id={rule} onTurn={onTurn} />}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const TERMS = 'terms of the book';

function Pages(props: { book: BookData; system: string; at: string; onTurn: Turn }) {
  const { book, system, at, onTurn } = props;
  const cases = useCases(system);
  const [wanted, setWanted] = useState('');
  const main = useRef<HTMLDivElement>(null);
  const open = at === TERMS ? TERMS : chapterOf(at);
  const chapter = book.chapters.find((one) => one.id === open) ?? book.chapters[0]!;
  const turn = (id: string) => {
    setWanted('');
    onTurn(id);
  };
  useEffect(() => {
    if (!book.byId.has(at)) main.current?.scrollTo(0, 0);
  }, [at]);
  const index = book.chapters.indexOf(chapter);
  const next = book.chapters[index + 1];
  return (
    <div class="book-body">
      <nav aria-label={t('book.contents')}>
        <ol>
          {book.chapters.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                aria-current={one === chapter && open !== TERMS ? 'true' : undefined}
                onClick={() => turn(one.id)}
              >
                <span class="number">{/^[\dIVX]+$/.test(one.id) ? one.id : ''}</span> {one.title}
              </button>
            </li>
          ))}
          <li>
            <button type="button" aria-current={open === TERMS ? 'true' : undefined} onClick={() => turn(TERMS)}>
              {t('book.glossary')}
            </button>
          </li>
        </ol>
      </nav>
      <div class="book-pages" ref={main}>
        <div class="book-tools">
          <label class="chapters">
            <span class="sr-only">{t('book.chapter')}</span>
            <select value={open} onChange={(event) => turn(event.currentTarget.value)}>
              {book.chapters.map((one) => (
                <option key={one.id} value={one.id}>
                  {/^[\dIVX]+$/.test(one.id) ? `${one.id} ` : ''}
                  {one.title}
                </option>
              ))}
              <option value={TERMS}>{t('book.glossary')}</option>
            </select>
          </label>
          <label>
            <span class="sr-only">{t('book.search')}</span>
            <input
              type="search"
              placeholder={t('book.search')}
              value={wanted}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
          </label>
        </div>
        {wanted.trim().length > 1 ? (
          <Found book={book} wanted={wanted} onTurn={turn} />
        ) : open === TERMS ? (
          <Terms book={book} onTurn={turn} />
        ) : (
          <section>
            <h2>{chapter.title}</h2>
            {chapter.rules.map((rule) => (
              <Paragraph
                key={rule.id}
                book={book}
                system={system}
                cases={cases}
                rule={rule}
                here={rule.id === at}
                onTurn={turn}
              />
            ))}
            {next && (
              <p class="buttons">
                <button type="button" onClick={() => turn(next.id)}>
                  {next.title} →
                </button>
              </p>
            )}
          </section>
        )}
      </div>
    </div>
  );
}

export function Book({ system, at, page, onClose }: BookProps) {
  const spoken = useLanguage();
  const [book, setBook] = useState<BookData | null>(null);
  const [problem, setProblem] = useState('');
  const [own, setOwn] = useState(at);
  useEffect(() => setOwn(at), [at]);
  useEffect(() => {
    getBook(system).then(setBook, (error) => setProblem((error as Error).message));
  }, [system, spoken]);
  const title = book ? `${book.title} · ${t('book.title')}` : t('book.title');
  useEffect(() => {
    if (page) document.title = title;
  }, [title]);
  useEffect(() => {
    if (!onClose) return;
    const key = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [onClose]);
  const turn = (id: string) => (page && id !== TERMS ? go(`/rules/${system}/${id}`) : setOwn(id));
  const first = book?.chapters[0]?.id ?? '';
  const body = book ? (
    <Pages book={book} system={system} at={own ?? first} onTurn={turn} />
  ) : (
    <p class={problem ? 'problem' : 'loading'}>{problem || t('loading')}</p>
  );
  const head = (
    <header class="book-head">
      {page && (
        <a
          href={addressOf('/')}
          onClick={(event) => {
            event.preventDefault();
            go('/');
          }}
        >
          Sandtable
        </a>
      )}
      <h1>{title}</h1>
      {onClose && (
        <button type="button" class="icon" aria-label={t('book.close')} title={t('book.close')} onClick={onClose}>
          ✕
        </button>
      )}
    </header>
  );
  return page ? (
    <main class="rules-book alone">
      {head}
      {body}
    </main>
  ) : (
    <aside class="rules-book beside" aria-label={t('book.title')}>
      {head}
      {body}
    </aside>
  );
}
