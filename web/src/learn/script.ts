// script.ts — the changes that the board's tools make to its script.

/** A row of a rulebook's palette: its name, and the lines that it adds. */
export interface Entry {
  kind: string;
  name: string;
  /** `%h` is the hex that was clicked, `%g` the one before it, `%n` a new name, `%p` a counter; `{a b c}` the first of these
   * that is not on the board yet; ` ; ` stands between lines. */
  line: string;
}

const wordsOf = (line: string) => line.trim().split(/\s+/);

/** A name that no line has yet: a, b … z, a1, b1 … */
export function newName(lines: string[]): string {
  const used = new Set(lines.flatMap(wordsOf));
  for (let round = 0; ; round++)
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      const name = round ? `${letter}${round}` : letter;
      if (!used.has(name)) return name;
    }
}

/** The lines that an entry adds at a hex. */
export function linesFor(entry: Entry, lines: string[], at: { hex: string; from: string | null }): string[] {
  const used = new Set(lines.flatMap(wordsOf));
  const name = newName(lines);
  return entry.line.split(' ; ').map((line) =>
    line
      .replace(/\{([^}]*)\}/, (_, list: string) => wordsOf(list).find((id) => !used.has(id)) ?? wordsOf(list)[0]!)
      .replaceAll('%n', name)
      .replaceAll('%h', at.hex)
      .replaceAll('%g', at.from ?? at.hex),
  );
}

/** Moves the counter; a line that only just placed it is changed. */
export function movedTo(lines: string[], piece: string, hex: string): string[] {
  const last = wordsOf(lines[lines.length - 1] ?? '');
  const kept = last[0] === 'place' && last[1] === piece && last.length === 3 ? lines.slice(0, -1) : lines;
  return [...kept, `place ${piece} ${hex}`];
}

/** The board without that counter: on a scenario's map it is removed, one made by the script is no longer made. */
export function withoutPiece(lines: string[], piece: string): string[] {
  const made = lines.some((line) => wordsOf(line)[0] === 'counter' && wordsOf(line)[1] === piece);
  if (!made) return [...lines, `remove ${piece}`];
  return lines.flatMap((line) => {
    const words = wordsOf(line);
    if (!words.includes(piece) || !['counter', 'place', 'state'].includes(words[0]!)) return [line];
    const rest = words.filter((word) => word !== piece);
    // A line may place several: `place a b 0505`.
    return words[0] === 'place' && rest.length > 2 && !rest[2]!.includes('=') ? [rest.join(' ')] : [];
  });
}

/** Another phase: one that was begun and in which no order was given is no longer begun. */
export function withPhase(lines: string[], line: string): string[] {
  const ordered = lines.findLastIndex((one) => one.startsWith('do '));
  const kept = lines.filter((one, i) => i <= ordered || !one.startsWith('phase '));
  return [...kept, ordered >= 0 ? `${line} skip` : line];
}
