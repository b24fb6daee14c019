import { type Database } from '@repasse/chassis/postgres/database';
import { catalogueEntry, sourceOf } from '@repasse/contracts';
import { type TimelineEntry } from './timeline-entry';
import { inOrder } from './timeline-order';

/** The owner of a charge, known from its first event of a service that names owners; undefined for an unknown charge. */
export const readOwner = async (db: Database, chargeId: string): Promise<number | undefined> => {
  const [row] = await db.query<{ owner_id: number }>(ownerSql, [chargeId]);
  return row?.owner_id;
};

// A release and a delivery may name the recipient of a share instead.
const ownerSql = `
  select (envelope -> 'data' ->> 'userId')::bigint as owner_id from received_events
  where envelope -> 'data' ->> 'chargeId' = $1
    and topic <> 'webhook.events.v1' and envelope ->> 'type' <> 'repasse.funds.released.v1'
  order by received_at, sequence limit 1`;

/** As many entries as an answer may hold: ten attempts with all their webhooks make some two hundred. */
const entriesMax = 1_000;

/** The entries of a charge up to `until`, oldest first. */
export const readTimeline = async (
  db: Database,
  chargeId: string,
  until: string | undefined,
): Promise<TimelineEntry[]> => inOrder(await entriesOf(db, ofCharge, chargeId), until);

/** The same of a payment or a withdrawal. */
export const readSubjectTimeline = async (
  db: Database,
  subjectId: string,
  until: string | undefined,
): Promise<TimelineEntry[]> => inOrder(await entriesOf(db, ofSubject, subjectId), until);

/** The archive does not keep what follows from an event's type. */
const entriesOf = async (db: Database, sql: string, whose: string): Promise<TimelineEntry[]> => {
  const entries = await db.query<Omit<TimelineEntry, 'source'>>(sql, [whose, entriesMax]);
  return entries.map((entry) => ({ ...entry, source: sourceOf(catalogueEntry(entry.type).service) }));
};

/** The received events whose index expression has this value. The archive has each event once, and so has a timeline. */
const select = (whose: string) => `
  select envelope ->> 'id' as "eventId", envelope ->> 'type' as type,
    (envelope ->> 'position')::bigint as position, (envelope ->> 'time')::timestamptz as at, envelope -> 'data' as details
  from received_events
  where ${whose} = $1
  order by at, position, "eventId"
  limit $2`;

const ofCharge = select(`envelope -> 'data' ->> 'chargeId'`);
const ofSubject = select('timeline_subject(topic, envelope)');
