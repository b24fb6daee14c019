import { setTimeout as pause } from 'node:timers/promises';
import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type Receipt } from '../domain/payment';
import { type Period, type StatementEntry } from '../domain/statement';
import { type StatementOutcome } from './provider';
import { jittered, type ProviderTimings, startTimeLeft, type TimeLeft } from './time-left';

/** Nobody waits for a statement; one that takes longer than this is asked for again later. */
const statementBudgetMs = 10 * 60_000;
/** Few enough that the provider keeps its breath for payers, who are served by the same connections. */
const questionsAtOnceMax = 8;
/** One repeat after silence, as for every question that is safe to ask twice. */
const triesMax = 2;

export const startStatementTime = (timings: ProviderTimings): TimeLeft =>
  startTimeLeft({ ...timings, budgetMs: statementBudgetMs });

/** One lost packet is no reason to begin a long list again. */
export const insisting = async <Answer extends { readonly kind: string }>(
  timeLeft: TimeLeft,
  retryDelayMs: number,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  let answer = await ask();
  for (let tryNumber = 2; answer.kind === 'silent' && tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    await pause(jittered(retryDelayMs));
    answer = await ask();
  }
  return answer;
};

/** Part of a statement is none. */
export class StatementSilence extends Error {
  override readonly name = 'StatementSilence';
}

/** What was listed, or the silence that was met on the way. */
export const listedOrSilent = async (list: () => Promise<readonly StatementEntry[]>): Promise<StatementOutcome> => {
  try {
    return { outcome: 'listed', entries: await list() };
  } catch (fault) {
    if (fault instanceof StatementSilence) return { outcome: 'silent', detail: fault.message };
    throw fault;
  }
};

/** Asks about many things, a few at once. */
export const forEach = async <T, R>(all: readonly T[], ask: (one: T) => Promise<readonly R[]>): Promise<R[]> => {
  const answers: R[] = [];
  for (let at = 0; at < all.length; at += questionsAtOnceMax) {
    answers.push(...(await Promise.all(all.slice(at, at + questionsAtOnceMax).map(ask))).flat());
  }
  return answers;
};

/** A receipt as it would be recorded, as a line of a statement. */
export const entryOf = (
  { paymentId, currency }: { readonly paymentId: string; readonly currency: string },
  { providerReference, amountMinor, receivedAt }: Receipt,
  isGone = false,
): StatementEntry => ({
  providerReference,
  paymentId,
  amount: formatMinor(amountMinor, exponentOf(currency)),
  currency,
  receivedAt,
  isGone,
});

/** The same period, begun earlier. */
export const reachingBack = ({ from, to }: Period, ms: number): Period => ({
  from: new Date(Date.parse(from) - ms).toISOString(),
  to,
});
