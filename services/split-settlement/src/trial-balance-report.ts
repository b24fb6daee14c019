import { assertNever } from '@repasse/chassis/decider';
import { formatAmount } from '@repasse/values/money';
import { tableOf } from '@repasse/chassis/table';
import { type DamagedMessage, type ParkedAggregate } from '@repasse/chassis/consumer/consumed-events';
import { faultsOf, type LedgerReport } from './store/check-ledger';
import {
  type EventDifference,
  type EventLine,
  type KindLine,
  type MisstatedEntry,
  type MisstatedSum,
  type RecordDifference,
} from './store/trial-balance';

export interface TrialBalance {
  readonly eventCount: number;
  readonly parked: readonly ParkedAggregate[];
  readonly damaged: readonly DamagedMessage[];
  readonly check: LedgerReport;
  readonly kinds: readonly KindLine[];
  readonly clearing: readonly EventLine[];
  readonly misstatedEntries: readonly MisstatedEntry[];
  readonly misstatedSums: readonly MisstatedSum[];
  readonly eventDifferences: readonly EventDifference[];
  readonly recordDifferences: readonly RecordDifference[];
  readonly unexplainedTransactionIds: readonly string[];
}

/**
 * The differences, a sentence each, with the account, entry, transaction or event by name. None if the books are right.
 */
export const differencesOf = (taken: TrialBalance): string[] => [
  ...faultsOf(taken.check),
  ...taken.misstatedEntries.map(misstated),
  ...taken.misstatedSums.map(misstatedSum),
  ...taken.eventDifferences.map(differing),
  ...taken.recordDifferences.map(notRemembered),
  ...taken.unexplainedTransactionIds.map(
    (id) => `Transaction ${id} was booked from no event that the ledger has consumed.`,
  ),
  ...taken.damaged.map(unreadable),
  ...taken.parked.map(({ topic, key }) => `The events of ${key} on ${topic} wait and are not booked.`),
];

const unreadable = ({ topic, partition, offset, key, eventId, type, reason }: DamagedMessage): string =>
  `Event ${eventId} (${type} of ${key}) cannot be read on the bus (${topic}, partition ${partition}, offset ${offset}): ${reason}`;

const misstated = ({ accountId, entryId, transactionId, balanceAfterMinor, postedMinor }: MisstatedEntry): string =>
  `Entry ${entryId} of ${accountId} (${transactionId}) says ${amount(balanceAfterMinor)} is there after it; the entries up to it add up to ${amount(postedMinor)}.`;

const misstatedSum = ({ what, userId, day, paymentMethod, currency, ...minor }: MisstatedSum): string =>
  `The ${what} of user ${userId} on ${day} by ${paymentMethod} are kept as ${amount(minor.summedMinor, currency)}; they add up to ${amount(minor.postedMinor, currency)}.`;

const notRemembered = ({ eventId, type, subject, kind }: RecordDifference): string => {
  const event = `Event ${eventId} (${type} of ${subject})`;
  switch (kind) {
    case 'NOT_ON_BUS':
      return `${event} was booked and is not on the bus.`;
    case 'NOT_REMEMBERED':
      return `${event} moves money, and the ledger does not remember that it has booked it.`;
    case 'ALTERED':
      return `${event} does not say on the bus what it said when it was booked.`;
    default:
      return assertNever(kind);
  }
};

const differing = ({ eventId, type, subject, party, currency, ...minor }: EventDifference): string =>
  `Event ${eventId} (${type} of ${subject}) moves ${party} by ${amount(minor.expectedMinor, currency)}; booked are ${amount(minor.bookedMinor, currency)}.`;

/** The tables and the differences, as a person reads them in a terminal. */
export const printTrialBalance = (taken: TrialBalance): string => {
  const { check, eventCount } = taken;
  const differences = differencesOf(taken);
  return [
    `Trial balance of ${check.transactionCount} transactions, booked from ${eventCount} events`,
    tableOf(
      ['accounts by kind', 'currency', 'accounts', 'debits', 'credits', 'balance', 'difference'],
      [...taken.kinds.map(kindCells), ...check.totals.map(totalCells)],
      isNumber,
    ),
    tableOf(
      ['providers', 'currency', 'from events', 'from entries', 'difference'],
      taken.clearing.map(clearingCells),
      isNumber,
    ),
    differences.length === 0
      ? 'No differences: entries, balances and events agree.'
      : ['Differences:', ...differences.map((line) => `- ${line}`)].join('\n'),
    '',
  ].join('\n\n');
};

const kindCells = ({ kind, currency, accountCount, ...minor }: KindLine): string[] => [
  ...[kind, currency, String(accountCount)],
  ...[minor.debitMinor, minor.creditMinor, minor.balanceMinor].map((each) => amount(each, currency)),
  // The posted amounts less the stored balances.
  amount(minor.creditMinor - minor.debitMinor - minor.balanceMinor, currency),
];

const totalCells = ({ currency, debitMinor, creditMinor }: LedgerReport['totals'][number]): string[] => [
  ...['total', currency, ''],
  ...[debitMinor, creditMinor, creditMinor - debitMinor].map((each) => amount(each, currency)),
  '',
];

const clearingCells = ({ accountId, currency, eventsMinor, bookedMinor }: EventLine): string[] => [
  ...[accountId, currency],
  ...[eventsMinor, bookedMinor, bookedMinor - eventsMinor].map((each) => amount(each, currency)),
];

const amount = (minor: number, currency = 'BRL'): string => formatAmount(minor, currency);

/** The first two columns are names. */
const isNumber = (column: number): boolean => column >= 2;
