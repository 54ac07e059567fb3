// sides.ts — the players and the map of a scenario: some options change them, and the server says how.

import type { GameInfo, Scenario, Side } from '../net/protocol';

/** The sides when the options have these values; `value` gives undefined for an option left as it is. */
export function sidesFor(scenario: Scenario, value: (name: string) => string | undefined): Side[] {
  for (const [setting, sides] of Object.entries(scenario.sidesWith ?? {})) {
    const [name, wanted] = setting.split('=');
    const now = value(name!) ?? scenario.options.find((option) => option.name === name)?.value;
    if (now === wanted) return sides;
  }
  return scenario.sides;
}

/** Where the map is, below /api/map, when the options have these values. */
export function mapFor(scenario: Scenario, options: Record<string, string>): string {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const other = scenario.mapsWith?.find((setting) => chosen.includes(setting));
  return other ? `${scenario.id}/${other}` : scenario.id;
}

/** The options of a game as the server writes them: `masking=on players=3`. */
export function readOptions(text: string | undefined): Map<string, string> {
  return new Map(
    (text ?? '')
      .split(/\s+/)
      .filter((word) => word.includes('='))
      .map((word) => word.split('=') as [string, string]),
  );
}

/** The same game once more: my seats are mine, the machine's its own, another's is free for the bearer of the link. */
export function sameAgain(game: GameInfo, mine: string[]) {
  const seat = ({ side, kind }: GameInfo['seats'][number]) =>
    mine.includes(side) ? 'me' : kind === 'human' ? 'open' : kind;
  return {
    scenario: game.scenario,
    options: Object.fromEntries(readOptions(game.options)),
    seats: Object.fromEntries(game.seats.map((one) => [one.side, seat(one)])),
    public: game.public ?? false,
  };
}

/** What to play after this one: the next larger scenario of its rulebook, if there is one. */
export function nextScenario(list: Scenario[], id: string): Scenario | null {
  const now = list.find((one) => one.id === id);
  const larger = list
    .filter((one) => one.system === now?.system && (one.counters ?? 0) > (now.counters ?? 0))
    .sort((a, b) => (a.counters ?? 0) - (b.counters ?? 0));
  return larger[0] ?? null;
}
