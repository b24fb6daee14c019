import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { poll, type Poll } from '@repasse/chassis/waiting/poll';

interface Forgetful {
  /** Deletes older rows, some at a time; returns how many. */
  forgetBefore(time: string): Promise<number>;
}

const dayMs = 24 * 60 * 60_000;
const intervalMs = 60 * 60_000;
/** Callbacks hold the banks' data of payers, so they go when no operator needs to look into a delivery any more. */
const callbacksKeptDays = 30;
/** A PIX can be disputed for 80 days and refunded for 90; the evidence lasts a little longer. */
const callsKeptDays = 120;

/** A payment carries its own copy of its quote, so an expired one only serves to investigate complaints. */
const quotesKeptDays = 30;

/** A request that overtook the end of its charge, or was cut off, comes within minutes. */
const endedChargesKeptDays = 30;

interface JanitorDeps {
  readonly calls: Forgetful;
  readonly inbox: Forgetful;
  readonly quotes: Forgetful;
  readonly endedCharges: Forgetful;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Forgets raw traffic that has served its purpose. */
export const startJanitor = (o: JanitorDeps): Poll => {
  const daysAgo = (days: number): string => toIso(new Date(o.clock.now().getTime() - days * dayMs));
  return poll({
    name: 'janitor',
    intervalMs,
    firstDelayMs: intervalMs,
    log: o.log,
    run: async () => {
      const callbacks = await o.inbox.forgetBefore(daysAgo(callbacksKeptDays));
      const calls = await o.calls.forgetBefore(daysAgo(callsKeptDays));
      const quotes = await o.quotes.forgetBefore(daysAgo(quotesKeptDays));
      const ended = await o.endedCharges.forgetBefore(daysAgo(endedChargesKeptDays));
      return callbacks + calls + quotes + ended > 0;
    },
  });
};
