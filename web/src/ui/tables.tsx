// tables.tsx — the tables of the book, as the system's data has them; the cell from which an order in the making or a
// combat is read is lit.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { readOptions } from '../model/sides';
import { useStore } from '../model/store';
import { cellWords, chartOf, isNamed, plain, tablesFor } from '../model/tables';
import { getTables } from '../net/api';
import type { BookTable, Cell } from '../net/protocol';
import { Dialog, Words } from './words';

/** The tables of this game, asked for when the player opens one. */
function useTables(game: Game, wanted: boolean): BookTable[] {
  const system = useStore(game.store, (state) => state.scenario?.system);
  const options = useStore(game.store, (state) => state.position?.keys.game.options);
  const [all, setAll] = useState<BookTable[]>([]);
  useEffect(() => {
    if (wanted && system) getTables(system).then(setAll, () => {});
  }, [wanted, system]);
  return tablesFor(all, readOptions(options));
}

const LONG = 32; // characters: such a cell is broken into lines
const MANY = 11; // columns: from so many on letters are smaller, so that the whole chart is seen

const isResult = (text: string) => /^[-+•\w[\]½/ ]{1,16}$/.test(text);

/** Where the two parts of a result are: the attacker's and the defender's. */
function Result({ text }: { text: string }) {
  const [attacker, defender, more] = plain(text).split('/');
  if (!defender || more !== undefined || !isResult(text) || /^\d+$/.test(defender.trim() + attacker!.trim()))
    return <>{plain(text)}</>;
  return (
    <>
      {attacker}/<wbr />
      <b>{defender}</b>
    </>
  );
}

const NOTHING = /^[-–—]?$/;

/** The side that a result hurts, for its shade: the attacker or the defender alone. */
function hurts(text: string): string {
  const [attacker, defender, more] = text.split('/').map((part) => part.trim());
  if (defender === undefined || more !== undefined || !isResult(text) || /^\d+$/.test(defender + attacker))
    return '';
  if (NOTHING.test(attacker!) === NOTHING.test(defender)) return '';
  return NOTHING.test(defender) ? ' attacker' : ' defender';
}

/** A table of the book; a cell of it may be lit. */
export function TableRows({ table, cell }: { table: BookTable; cell: Cell | null }) {
  const lit = cell?.table === table.name ? cell : null;
  const { columns, heads, rows } = chartOf(table);
  const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center', inline: 'center' });
  return (
    <div class={columns.length > MANY ? 'book-table many' : 'book-table'}>
      <table>
        <thead>
          {heads.map((head, h) => (
            <tr key={h}>
              {columns.map((i) => (
                <th key={i} scope="col" class={lit?.column && isNamed({ ...lit, row: 0 }, 0, i + 1) ? 'lit' : ''}>
                  {plain(head[i] ?? '')}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((r) => {
            const row = table.rows[r]!;
            return (
              <tr key={r}>
                {columns.map((i, place) => {
                  const named = !!lit && (place > 0 || !lit.column) && isNamed(lit, r + 1, i + 1);
                  const hit = named && !!lit.row && !!lit.column && !lit.last;
                  const Tag = place ? 'td' : 'th';
                  return (
                    <Tag
                      key={i}
                      {...(place ? {} : { scope: 'row' })}
                      class={`${hit ? 'hit' : named || (!place && lit?.row === r + 1) ? 'lit' : ''}${(row[i] ?? '').length > LONG ? ' long' : ''}${place ? hurts(row[i] ?? '') : ''}`}
                      {...(hit ? { 'aria-current': 'true' } : {})}
                      ref={hit || (named && !lit.row && r === rows[0] && i + 1 === lit.column) ? show : undefined}
                    >
                      {place ? <Result text={row[i] ?? ''} /> : plain(row[i] ?? '')}
                    </Tag>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The meaning of the results. */
function Key({ words, table }: { words: string; table: BookTable }) {
  const shades = new Set(table.rows.flatMap((row) => row.slice(1).map((text) => hurts(text).trim())));
  return (
    <ul class="chart-key">
      {(['attacker', 'defender'] as const).map(
        (shade) =>
          shades.has(shade) && (
            <li key={shade}>
              <span class={`swatch-of ${shade}`} aria-hidden="true" /> {t(`tables.only.${shade}`)}
            </li>
          ),
      )}
      {words.split(';').map((part) => {
        const [sign, meaning] = part.trim().split(/ = (.*)/);
        return (
          <li key={part}>
            {meaning ? (
              <>
                <b>{sign}</b> {meaning}
              </>
            ) : (
              sign
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function TablesDialog({ game }: { game: Game }) {
  const asked = useStore(game.store, (state) => state.tables);
  const tables = useTables(game, !!asked);
  const [name, setName] = useState<string | null>(null);
  useEffect(() => setName(asked?.cell?.table ?? null), [asked]);
  if (!asked) return null;
  const table = tables.find((one) => one.name === name) ?? tables[0];
  return (
    <Dialog title={t('tables.title')} onClose={() => game.store.set({ tables: null })} wide>
      <div class="book">
        <label>
          <span class="sr-only">{t('tables.which')}</span>
          <select value={table?.name ?? ''} onChange={(event) => setName(event.currentTarget.value)}>
            {tables.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        {table && (
          <>
            <TableRows key={table.name} table={table} cell={asked.cell} />
            {table.key && <Key words={table.key} table={table} />}
            <details>
              <summary>{t('lobby.source')}</summary>
              <p class="quiet">
                <Words game={game} text={table.source} />
              </p>
            </details>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Opens the table that something is or was read from, and shows the cell. */
export function CellLink({ game, cell }: { game: Game; cell: Cell }) {
  const table = useTables(game, true).find((one) => one.name === cell.table);
  return (
    <button type="button" class="cell-link" onClick={() => game.store.set({ tables: { cell } })}>
      ▦ {cellWords(table, cell) ?? table?.title ?? t('tables.title')}
    </button>
  );
}
