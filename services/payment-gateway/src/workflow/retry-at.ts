import { type Clock, toIso } from '@repasse/chassis/clock';

/** When to try again: the first pause, doubled `doublings` times, up to the longest. */
export const retryAt = (clock: Clock, doublings: number, pause: { firstMs: number; maxMs: number }): string => {
  const delayMs = Math.min(pause.maxMs, pause.firstMs * 2 ** Math.min(doublings, 20));
  return toIso(new Date(clock.now().getTime() + delayMs));
};
