// sides.ts — who plays a scenario: some options change it, and the server says which.

import type { Scenario, Side } from '../net/protocol';

/** The sides when the options have these values; `value` gives undefined for an option left as it is. */
export function sidesFor(scenario: Scenario, value: (name: string) => string | undefined): Side[] {
  for (const [setting, sides] of Object.entries(scenario.sidesWith ?? {})) {
    const [name, wanted] = setting.split('=');
    const now = value(name!) ?? scenario.options.find((option) => option.name === name)?.value;
    if (now === wanted) return sides;
  }
  return scenario.sides;
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
