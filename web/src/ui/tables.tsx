// tables.tsx — the tables of the book, as the system's data has them; what an order in the making or a combat is read
// from is lit.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { readOptions } from '../model/sides';
import { useStore } from '../model/store';
import { cellWords, isNamed, plain, tablesFor } from '../model/tables';
import { getTables } from '../net/api';
import type { BookTable, Cell } from '../net/protocol';
import { Dialog, Words } from './words';

/** The tables of this game, asked for when somebody wants one. */
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

/** A table of the book; a cell of it may be lit. */
export function TableRows({ table, cell }: { table: BookTable; cell: Cell | null }) {
  const lit = cell?.table === table.name ? cell : null;
  const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center', inline: 'center' });
  return (
    <div class="book-table">
      <table>
        <thead>
          <tr>
            {table.head.map((word, i) => (
              <th key={i} scope="col" class={lit?.column && isNamed({ ...lit, row: 0 }, 0, i + 1) ? 'lit' : ''}>
                {plain(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, r) => (
            <tr key={r}>
              {table.head.map((_, i) => {
                const named = !!lit && (i > 0 || !lit.column) && isNamed(lit, r + 1, i + 1);
                const hit = named && !!lit.row && !!lit.column && !lit.last;
                const Tag = i ? 'td' : 'th';
                return (
                  <Tag
                    key={i}
                    {...(i ? {} : { scope: 'row' })}
                    class={`${hit ? 'hit' : named || (!i && lit?.row === r + 1) ? 'lit' : ''}${(row[i] ?? '').length > LONG ? ' long' : ''}`}
                    {...(hit ? { 'aria-current': 'true' } : {})}
                    ref={hit || (named && !lit.row && r === 0 && i + 1 === lit.column) ? show : undefined}
                  >
                    {plain(row[i] ?? '')}
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

/** Leads to the table that something is or was read from, and says what stands there. */
export function CellLink({ game, cell }: { game: Game; cell: Cell }) {
  const table = useTables(game, true).find((one) => one.name === cell.table);
  return (
    <button type="button" class="cell-link" onClick={() => game.store.set({ tables: { cell } })}>
      ▦ {cellWords(table, cell) ?? table?.title ?? t('tables.title')}
    </button>
  );
}
