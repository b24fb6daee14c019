import { toIso } from '@repasse/chassis/clock';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type Difference, differencesBetween, isIn, type Period, type RecordedReceipt } from '../domain/statement';
import { type OurPayments, type Provider, type StatementOutcome } from '../../providers/provider';
import { mapSome } from '../../providers/wire/map-some';
import { type OurReceipts } from '../store/our-payments';
import {
  type CheckResult,
  type FoundDifference,
  type StatementChecks,
  type TakenCheck,
} from '../store/statement-checks';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { refreshPayment } from '../../payments/workflow/refresh-payment';
import { retryAt } from '../../workflow/retry-at';
import { dueAtOf, isOver, periodOf } from './statement-day';

export interface StatementCheckDeps extends PaymentDeps {
  readonly checks: StatementChecks;
  /** Our payments and receipts at one provider. */
  readonly oursAt: (provider: string) => OurPayments & OurReceipts;
  /** What has left, beside what providers received. */
  readonly sent?: SentStatement | undefined;
}

/** The statement of a provider's payouts. */
export interface SentStatement extends Lister {
  /** Reads a payout there, and records what it shows. */
  readonly refresh: (payoutId: string) => Promise<string>;
}

/** What can be compared with a provider's list: what it received for us, or what left from there. */
export interface Lister {
  /** As checks are named. */
  readonly name: string;
  readonly statement: (period: Period, ours: OurPayments) => Promise<StatementOutcome>;
}

export const canList = (provider: Provider): provider is Provider & Required<Pick<Provider, 'statement'>> =>
  provider.statement !== undefined;

/** Listing takes ten minutes at most, and so many repairs about as long at their worst. */
export const checkLeaseMs = 30 * 60_000;
/** Each repair asks the provider once; further ones wait for the next try. */
const repairsMax = 500;
const retryDelays = { firstMs: 5 * 60_000, maxMs: 60 * 60_000 };

/** Makes a check that was taken. Silence leaves it to be made again, and so does a fault, which is thrown on. */
export const makeCheck = async (o: StatementCheckDeps, provider: Lister, taken: TakenCheck): Promise<void> => {
  const made = checksTotal(o.metrics);
  try {
    made.inc({ provider: provider.name, outcome: await make(o, provider, taken) });
  } catch (fault) {
    made.inc({ provider: provider.name, outcome: 'failed' });
    await postpone(o, taken, 'A fault of our own; the log has it.');
    throw fault;
  }
};

export const checksTotal = (metrics: Metrics) =>
  metrics.counter('repasse_statement_checks_total', 'Statement checks, by what came of them.', ['provider', 'outcome']);

/** `failed` is a fault of our own. */
export const checkOutcomes = ['equal', 'different', 'silent', 'failed'] as const;

type CheckOutcome = Exclude<(typeof checkOutcomes)[number], 'failed'>;

const make = async (o: StatementCheckDeps, provider: Lister, taken: TakenCheck): Promise<CheckOutcome> => {
  const ours = o.oursAt(provider.name);
  const period = periodOf(taken.day, o.clock.now());
  // Read before the provider is asked: money it receives meanwhile is then not reported as missing there.
  const before = await ours.receiptsIn(period);
  const told = await provider.statement(period, ours);
  if (told.outcome === 'silent') {
    o.log.warn({ provider: provider.name, day: taken.day, detail: told.detail }, 'no statement yet');
    await postpone(o, taken, told.detail);
    return 'silent';
  }
  const named = await ours.receiptsNamed(told.entries.map(({ providerReference }) => providerReference));
  const recorded = merged(before, named);
  const differences = differencesBetween({ period, listed: told.entries, recorded });
  const repair = await repaired(o, provider, { ours, differences });
  const unsettled = await o.checks.finish(taken, {
    listedCount: new Set(
      told.entries
        .filter(({ receivedAt }) => isIn(period, receivedAt))
        .map(({ providerReference }) => providerReference),
    ).size,
    recordedCount: before.length,
    coveredUntil: period.to,
    differences: repair.differences,
    again: againOf(o, taken, repair.failure),
    now: toIso(o.clock.now()),
  });
  tell(o, taken, unsettled);
  if (repair.failure !== null) return 'silent';
  return differences.length === 0 ? 'equal' : 'different';
};

const merged = (...lists: readonly (readonly RecordedReceipt[])[]): readonly RecordedReceipt[] => [
  ...new Map(lists.flat().map((receipt) => [receipt.providerReference, receipt])).values(),
];

interface Repair {
  readonly differences: readonly FoundDifference[];
  /** Why not all could be tried. */
  readonly failure: string | null;
}

/**
 * Receipts missing here are read from the provider payment by payment: only money that it confirms for the payment
 * itself is recorded. Nothing else is repaired, because only a person can decide which side is wrong.
 */
const repaired = async (
  o: StatementCheckDeps,
  { name }: Lister,
  { ours, differences }: { readonly ours: OurReceipts; readonly differences: readonly Difference[] },
): Promise<Repair> => {
  const missing = differences.filter(({ kind }) => kind === 'MISSING_HERE');
  const paymentIds = [...new Set(missing.flatMap(({ paymentId }) => paymentId ?? []))];
  const allAnswered = await refreshed(o, name, paymentIds.slice(0, repairsMax));
  const found = await ours.receiptsNamed(missing.map(({ providerReference }) => providerReference));
  const recorded = new Set(found.map(({ providerReference }) => providerReference));
  return {
    differences: differences.map((each) => ({
      ...each,
      status: each.kind === 'MISSING_HERE' && recorded.has(each.providerReference) ? 'REPAIRED' : 'OPEN',
    })),
    failure: failureOf(allAnswered, paymentIds.length),
  };
};

const failureOf = (allAnswered: boolean, count: number): string | null => {
  if (!allAnswered) return 'The provider kept silent about a payment that misses its money.';
  return count > repairsMax ? `${count} payments miss their money, more than are repaired at once.` : null;
};

const refreshed = async (o: StatementCheckDeps, name: string, ids: readonly string[]): Promise<boolean> => {
  const refresh =
    o.sent?.name === name ? o.sent.refresh : (id: string): Promise<string> => refreshPayment(o, id, 'statement');
  const outcomes = await mapSome(ids, refresh);
  return !outcomes.includes('silent');
};

const againOf = (o: StatementCheckDeps, taken: TakenCheck, failure: string | null): CheckResult['again'] => {
  if (failure !== null) return { dueAt: nextTryAt(o, taken), failure };
  return isOver(taken.day, o.clock.now()) ? null : { dueAt: dueAtOf(taken.day), failure: null };
};

const postpone = (o: StatementCheckDeps, taken: TakenCheck, failure: string): Promise<void> =>
  o.checks.postpone(taken, { failure, dueAt: nextTryAt(o, taken), now: toIso(o.clock.now()) });

const nextTryAt = ({ clock }: StatementCheckDeps, { tryNumber }: TakenCheck): string =>
  retryAt(clock, tryNumber - 1, retryDelays);

/** A person reads of each in the log, whether they look at the statement or not. */
const tell = ({ log }: StatementCheckDeps, taken: TakenCheck, differences: readonly FoundDifference[]): void => {
  for (const { kind, status, providerReference, paymentId } of differences) {
    const fields = { provider: taken.provider, day: taken.day, kind, providerReference, paymentId };
    if (status === 'REPAIRED') log.warn(fields, 'receipt found by the statement');
    else log.error(fields, 'statement differs');
  }
};
