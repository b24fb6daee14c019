import { type Logger } from '@repasse/chassis/log/logger';
import { formatAmount } from '@repasse/values/money';
import { type Receipt } from '../../payments/domain/payment';
import { type Period, type StatementEntry } from '../../statements/domain/statement';
import { type StatementOutcome } from '../provider';
import { type Answer } from './ask';
import { lookup, type Lookup } from './lookup';
import { type ProviderTimings, retryWithin, startTimeLeft, type TimeLeft } from './time-left';

/** No caller waits for a statement; one that takes longer than this is requested again later. */
const statementBudgetMs = 10 * 60_000;

export const startStatementTime = (timings: ProviderTimings): TimeLeft =>
  startTimeLeft({ ...timings, budgetMs: statementBudgetMs });

/** Part of a statement is none. */
export class StatementSilence extends Error {
  override readonly name = 'StatementSilence';
}

/** The list, or the missing answer met on the way. */
export const listedOrSilent = async (list: () => Promise<readonly StatementEntry[]>): Promise<StatementOutcome> => {
  try {
    return { outcome: 'listed', entries: await list() };
  } catch (fault) {
    if (fault instanceof StatementSilence) return { outcome: 'silent', detail: fault.message };
    throw fault;
  }
};

/** The found value; throws without an answer, since a part of a statement is not a statement. */
export const requireFound = <T>(found: Lookup<T>): T => {
  if (found.outcome === 'found') return found.value;
  throw new StatementSilence(found.outcome === 'missing' ? 'The provider has no such list.' : found.detail);
};

/** Reads a page of a list. One lost packet is no reason to begin a long one again. */
export const readPage = async <T>(
  o: { readonly log: Logger; readonly timeLeft: TimeLeft },
  ask: (timeoutMs: number) => Promise<Answer>,
  read: (body: unknown) => T,
): Promise<T> => {
  if (!o.timeLeft.isEnough()) throw new StatementSilence('There was no time left for all pages.');
  return requireFound(lookup(o.log, await retryWithin(o.timeLeft, () => ask(o.timeLeft.timeoutMs())), read));
};

/** Reads the pages of a list until the last. More than `pagesMax` would not fit into memory. */
export const readPages = async <T>(
  pagesMax: number,
  read: (page: number) => Promise<{ readonly items: readonly T[]; readonly pagesCount: number }>,
): Promise<readonly T[]> => {
  const all: T[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const { items, pagesCount } = await read(page);
    all.push(...items);
    if (page + 1 >= pagesCount) return all;
  }
  throw new StatementSilence(`The list has more than ${pagesMax} pages.`);
};

/** A receipt as it would be recorded, as a line of a statement. */
export const entryOf = (
  { paymentId, currency }: { readonly paymentId: string; readonly currency: string },
  { providerReference, amountMinor, receivedAt }: Receipt,
  isGone = false,
): StatementEntry => ({
  providerReference,
  paymentId,
  amount: formatAmount(amountMinor, currency),
  currency,
  receivedAt,
  isGone,
});

/** The same period, begun earlier. */
export const reachingBack = ({ from, to }: Period, ms: number): Period => ({
  from: new Date(Date.parse(from) - ms).toISOString(),
  to,
});
