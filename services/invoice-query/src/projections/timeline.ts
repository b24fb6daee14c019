import { type Database } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent } from '@repasse/contracts';
import { type TimelineEntry } from './timeline-entry';
import { inOrder } from './timeline-order';

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
export const readTimeline = async (
  db: Database,
  chargeId: string,
  until: string | undefined,
): Promise<TimelineEntry[]> => inOrder(await db.query<TimelineEntry>(ofCharge, [chargeId, entriesMax]), until);

/** The same of a payment or a withdrawal. */
export const readSubjectTimeline = async (
  db: Database,
  subjectId: string,
  until: string | undefined,
): Promise<TimelineEntry[]> => inOrder(await db.query<TimelineEntry>(ofSubject, [subjectId, entriesMax]), until);

const select = (whose: string) => `
  select event_id as "eventId", type, source, position, at, details
  from timeline_entries
  where ${whose} = $1
  order by at, source, position, event_id
  limit $2`;

const ofCharge = select('charge_id');
const ofSubject = select('subject_id');
