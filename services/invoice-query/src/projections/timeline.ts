import { type Database } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';

/** An event of a charge, a payment or a withdrawal, as its service published it. */
export interface TimelineEntry<T extends EventType = EventType> {
  readonly eventId: string;
  readonly type: T;
  readonly source: string;
  readonly position: number;
  readonly at: string;
  readonly details: EventData[T];
}

/** The stories of charges, payments and withdrawals, from every service that has part in them. */
export const timelineProjection = defineProjection({
  name: 'timeline',
  topics: [
    'charge.events.v1',
    'payment.events.v1',
    'settlement.events.v1',
    'webhook.events.v1',
    'withdrawal.events.v1',
    'payout.events.v1',
  ],
  tables: ['timeline_entries'],
  rowsOf: (events) =>
    events.map(rowOf).filter(({ charge_id, subject_id }) => charge_id !== null || subject_id !== null),
  write: 'show_timeline',
});

const rowOf = (event: AnyEvent) => ({
  event_id: event.id,
  charge_id: 'chargeId' in event.data ? event.data.chargeId : null,
  subject_id: subjectOf(event),
  owner_id: event.type === 'repasse.funds.released.v1' ? null : event.data.userId,
  type: event.type,
  source: event.source,
  position: event.position,
  at: event.time,
  details: event.data,
});

/** A charge's events name payments too, and belong to the charge's timeline only. */
const subjectOf = ({ type, data }: AnyEvent): string | null => {
  if ('withdrawalId' in data) return data.withdrawalId;
  return 'paymentId' in data && ofPayments.test(type) ? data.paymentId : null;
};

const ofPayments = /^repasse\.(payment|refund|dispute)\./;

/** The owner of a charge, known from its first event of any service; undefined for an unknown charge. */
export const readOwner = async (db: Database, chargeId: string): Promise<number | undefined> => {
  const [row] = await db.query<{ owner_id: number }>(
    'select owner_id from timeline_entries where charge_id = $1 and owner_id is not null limit 1',
    [chargeId],
  );
  return row?.owner_id;
};

/** As many entries as an answer may hold: ten attempts with all their webhooks make some two hundred. */
const entriesMax = 1_000;

/** The entries of a charge up to `until`, oldest first. */
export const readTimeline = (db: Database, chargeId: string, until: string | undefined): Promise<TimelineEntry[]> =>
  db.query<TimelineEntry>(ofCharge, [chargeId, until ?? null, entriesMax]);

/** The same of a payment or a withdrawal. */
export const readSubjectTimeline = (
  db: Database,
  subjectId: string,
  until: string | undefined,
): Promise<TimelineEntry[]> => db.query<TimelineEntry>(ofSubject, [subjectId, until ?? null, entriesMax]);

const select = (whose: string, order: string) => `
  select event_id as "eventId", type, source, position, at, details
  from timeline_entries
  where ${whose} = $1 and at <= coalesce($2::timestamptz, 'infinity')
  order by ${order}
  limit $3`;

const ofCharge = select('charge_id', 'at, source, position, event_id');

// A withdrawal is requested before it is paid out, and booked after that, also where two services' clocks differ.
const ofSubject = select(
  'subject_id',
  `case when type = 'repasse.withdrawal.requested.v1' then 0 when type like 'repasse.withdrawal.%' then 2 else 1 end,
   at, source, position, event_id`,
);
