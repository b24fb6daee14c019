import { type Tx } from '@repasse/chassis/postgres/database';
import { bookedEventsBetween, eventsOfTransactions, readUnexplained, type BookedEvent } from './booked-events';
import { type ReportOwner } from './day-reports';
import { readFactDifferences, type FactDifference } from './read-fact-differences';

/** Where transactions of a user and the events they were booked from differ, a sentence each. */
export const compareTransactions = async (
  tx: Tx,
  userId: number,
  transactionIds: readonly string[],
): Promise<string[]> => {
  const events = await eventsOfTransactions(tx, transactionIds);
  return [...differencesIn(events, userId), ...(await compareFacts(tx, userId, transactionIds))];
};

/** The same for all events that were booked in a period and everybody they concern. */
export async function* compareEvents(tx: Tx, from: string, to: string): AsyncGenerator<string[]> {
  for await (const events of bookedEventsBetween(tx, from, to)) {
    const transactionIds = events.flatMap((event) => event.transactionIds);
    yield [...differencesIn(events, null), ...(await compareFacts(tx, null, transactionIds))];
  }
}

const compareFacts = async (tx: Tx, owner: ReportOwner, transactionIds: readonly string[]): Promise<string[]> => [
  ...(await readFactDifferences(tx, owner, transactionIds)).map(factDifference),
  ...(await readUnexplained(tx, transactionIds)).map(
    (id) => `Transaction ${id} was booked from no event that is remembered.`,
  ),
];

const differencesIn = (events: readonly BookedEvent[], owner: ReportOwner): string[] =>
  events.flatMap((event) =>
    partiesOf(event, owner).flatMap((party) => {
      const { eventId, type, subject, currency } = event;
      const [expectedMinor, postedMinor] = [expectedOf(event, party), event.posted[party] ?? 0];
      if (expectedMinor === postedMinor) return [];
      return `Event ${eventId} (${type} of ${subject}) moves ${party.slice(0, party.indexOf(' '))} by ${expectedMinor}; booked are ${postedMinor}, in minor units of ${currency}.`;
    }),
  );

/** Everybody whom the event or its transactions concern, by whom is asked for. What the ledger divides is in no event. */
const partiesOf = ({ effects, posted, currency, isDivided }: BookedEvent, owner: ReportOwner): string[] => {
  const all = new Set([...Object.keys(effects).map((party) => `${party} ${currency}`), ...Object.keys(posted)]);
  return [...all].filter(
    (party) =>
      (isDivided || party.startsWith('provider_clearing:')) && (owner === null || party.startsWith(`user:${owner} `)),
  );
};

const expectedOf = ({ effects, currency }: BookedEvent, party: string): number =>
  party.endsWith(` ${currency}`) ? (effects[party.slice(0, -currency.length - 1)] ?? 0) : 0;

const factDifference = ({ transactionId, chargeId, userId, ...minor }: FactDifference): string =>
  `Transaction ${transactionId}${chargeId === null ? '' : ` of ${chargeId}`} moves user ${userId} by ${minor.bookedMinor}; its event says ${minor.expectedMinor}, in minor units.`;
