import { type Tx } from '../../postgres/database';

export type HeldKind = 'PARKED' | 'DEAD_LETTER' | 'SET_ASIDE';

export interface HeldPosition {
  /** ISO 8601, in milliseconds. */
  readonly since: string;
  readonly id: string;
}

export interface HeldEvent extends HeldPosition {
  readonly kind: HeldKind;
  readonly topic: string;
  readonly key: string;
  readonly position: number | null;
  readonly eventId: string | null;
  readonly eventType: string | null;
  readonly reason: string;
  readonly detail: string | null;
  readonly waiting: number;
}

const parked = `
  select c.topic || ' ' || c.key as id, c.topic, c.key, c.position + 1 as position, n.headers ->> 'ce_id' as "eventId",
    n.headers ->> 'ce_type' as "eventType", c.parked_reason as reason, c.parked_detail as detail, c.parked_at as at,
    (select count(*) from parked_messages m
     where m.topic = c.topic and m.key = c.key and m.position > c.position + 1) as waiting
  from consumed_positions c
  left join parked_messages n on n.topic = c.topic and n.key = c.key and n.position = c.position + 1
  where c.parked_at is not null`;

const deadLetters = `
  select d.id::text as id, d.topic, d.key, d.position, d.headers ->> 'ce_id' as "eventId",
    d.headers ->> 'ce_type' as "eventType", d.reason, d.detail, d.buried_at as at, 0 as waiting
  from dead_letters d where d.settled_at is null`;

const setAside = `
  select o.id::text as id, o.topic, o.aggregateid as key, o.position, o.headers ->> 'ce_id' as "eventId",
    o.type as "eventType", o.reason, null as detail, o.set_aside_at as at,
    (select count(*) from outbox_set_aside b
     where b.topic = o.topic and b.aggregateid = o.aggregateid and b.position > o.position) as waiting
  from outbox_set_aside o where o.reason is not null`;

const tables: Readonly<Record<HeldKind, string>> = { PARKED: parked, DEAD_LETTER: deadLetters, SET_ASIDE: setAside };

/** Oldest first, behind a position. */
export const listHeldEvents = async (
  tx: Tx,
  kind: HeldKind,
  after: HeldPosition | undefined,
  limit: number,
): Promise<HeldEvent[]> => {
  const rows = await tx.query<Omit<HeldEvent, 'kind'>>(
    `select h.id, h.topic, h.key, h.position, h."eventId", h."eventType", h.reason, h.detail, h.since, h.waiting
     from (select t.*, date_trunc('milliseconds', t.at) as since from (${tables[kind]}) t) h
     where $1::timestamptz is null or (h.since, h.id collate "C") > ($1::timestamptz, $2)
     order by h.since, h.id collate "C" limit $3`,
    [after?.since ?? null, after?.id ?? null, limit],
  );
  return rows.map((row) => ({ ...row, kind }));
};

export interface RepairStep {
  readonly id: string;
  readonly command: string;
  readonly arguments: object;
  readonly by: string;
  readonly why: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly outcome: string | null;
}

export interface StepPosition {
  readonly startedAt: string;
  readonly id: string;
}

/** Oldest first, behind a position. */
export const listRepairSteps = (tx: Tx, after: StepPosition | undefined, limit: number): Promise<RepairStep[]> =>
  tx.query<RepairStep>(
    `select s.id, s.command, s.arguments, s.made_by as by, s.why, s.since as "startedAt", s.ended_at as "endedAt",
       s.exit_code as "exitCode", s.outcome
     from (select a.*, date_trunc('milliseconds', a.started_at) as since from admin_steps a) s
     where $1::timestamptz is null or (s.since, s.id collate "C") > ($1::timestamptz, $2)
     order by s.since, s.id collate "C" limit $3`,
    [after?.startedAt ?? null, after?.id ?? null, limit],
  );
