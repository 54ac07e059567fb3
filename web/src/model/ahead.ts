// ahead.ts — questions that this seat has answered in advance. The server gives such an answer in the same round; until
// it has come, the client asks nothing about the question and calls no player.

import type { Position } from './position';

const ROUND = 250; // milliseconds in which the answer is here, or the player is asked after all

/** Whether the open question was answered in advance. */
export function answeredAhead(standing: string[], { keys }: Position): boolean {
  return standing.some((text) => text.startsWith(`${keys.question?.kind} `));
}

/** Calls back when the answer has not come, and not if the game has gone on. */
export function unlessAnswered(seq: () => number, then: () => void): void {
  const before = seq();
  window.setTimeout(() => {
    if (seq() === before) then();
  }, ROUND);
}
