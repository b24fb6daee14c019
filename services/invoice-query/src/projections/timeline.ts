import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';

/** What happened to a charge, as one service said it. */
export interface TimelineEntry<T extends EventType = EventType> {
  readonly eventId: string;
  readonly type: T;
  readonly source: string;
  readonly position: number;
  readonly at: string;
  readonly details: EventData[T];
}

/** Events that name a charge; some name none, such as those of a payment that stands alone. */
type OfCharge = Extract<AnyEvent, { data: { chargeId: string | null } }>;

const applyBatch = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const rows = events.filter(tellsOfCharge).map(rowOf);
  if (rows.length > 0) await tx.query(insert, [JSON.stringify(rows)]);
};

/** The story of each charge, from every service that has part in it. */
export const timelineProjection = defineProjection({
  name: 'timeline',
  topics: ['charge.events.v1', 'payment.events.v1', 'settlement.events.v1', 'webhook.events.v1'],
  tables: ['timeline_entries'],
  apply: (event, tx) => applyBatch([event], tx),
  applyBatch,
});

const tellsOfCharge = (event: AnyEvent): event is OfCharge => 'chargeId' in event.data && event.data.chargeId !== null;

const rowOf = (event: OfCharge): object => ({
  event_id: event.id,
  charge_id: event.data.chargeId,
  owner_id: event.type === 'repasse.funds.released.v1' ? null : event.data.userId,
  type: event.type,
  source: event.source,
  position: event.position,
  at: event.time,
  details: event.data,
});

const insert = `
  insert into timeline_entries select * from jsonb_populate_recordset(null::timeline_entries, $1::jsonb)
  on conflict (event_id) do nothing`;

/** Whose charge it is, as soon as any service has spoken of it; undefined for one that nobody knows. */
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
  db.query<TimelineEntry>(select, [chargeId, until ?? null, entriesMax]);

const select = `
  select event_id as "eventId", type, source, position, at, details
  from timeline_entries
  where charge_id = $1 and at <= coalesce($2::timestamptz, 'infinity')
  order by at, source, position, event_id
  limit $3`;
