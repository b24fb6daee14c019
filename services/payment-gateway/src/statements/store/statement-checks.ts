import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Ids } from '@repasse/chassis/ids';
import { type Difference, type DifferenceKind } from '../domain/statement';

/** A check under way. `tryNumber` distinguishes this try from the next, in case its process is thought dead. */
export interface TakenCheck {
  readonly checkId: string;
  readonly provider: string;
  readonly day: string;
  readonly tryNumber: number;
}

/** REPAIRED: recorded after all, because the check made us ask. */
export type FoundDifference = Difference & { readonly status: 'OPEN' | 'REPAIRED' };

export interface CheckResult {
  readonly listedCount: number;
  readonly recordedCount: number;
  readonly coveredUntil: string;
  readonly differences: readonly FoundDifference[];
  /** When to check again, and why the last try failed; null when the check is done. */
  readonly again: { readonly dueAt: string; readonly failure: string | null } | null;
  readonly now: string;
}

/** A check that is wanted: of one day of one provider, due at a time unless it is made now. */
interface WantedCheck {
  readonly provider: string;
  readonly day: string;
  readonly dueAt: string;
  readonly now: string;
}

export type StatementChecks = ReturnType<typeof createStatementChecks>;

export const createStatementChecks = (db: Database, ids: Ids) => {
  const newId = (): string => `stc_${ids.ulid()}`;
  return {
    /** Puts the check of a day into its time, unless it was there before. */
    schedule: async ({ provider, day, dueAt, now }: WantedCheck): Promise<void> => {
      await db.query(scheduleSql, [newId(), provider, day, dueAt, now]);
    },
    /** The last day that was scheduled; null before the first. */
    lastScheduled: async (provider: string): Promise<string | null> => {
      const sql = 'select max(day) as day from statement_checks where provider = $1 and is_scheduled';
      const [row] = await db.query<{ day: string | null }>(sql, [provider]);
      return row?.day ?? null;
    },
    /** Takes the check that is due for longest; undefined when none is, or others have them all. */
    takeDue: async (o: { now: string; leaseMs: number; providers: readonly string[] }) => {
      const [taken] = await db.query<TakenCheck>(takeDueSql, [o.now, o.leaseMs, o.providers]);
      return taken;
    },
    /** Takes the check of a day, due or not; undefined while another process makes it. */
    take: async ({ provider, day, dueAt, now }: WantedCheck, leaseMs: number) => {
      const [taken] = await db.query<TakenCheck>(takeSql, [newId(), provider, day, dueAt, now, leaseMs]);
      return taken;
    },
    /** The provider did not answer: the day stays unchecked, and earlier results stay. */
    postpone: async ({ checkId, tryNumber }: TakenCheck, o: { failure: string; dueAt: string; now: string }) => {
      await db.query(postponeSql, [checkId, tryNumber, o.dueAt, o.failure, o.now]);
    },
    /** Settled differences stay settled while they are unchanged. Returns those still worth reporting. */
    finish: (taken: TakenCheck, result: CheckResult) => db.transaction((tx) => finish(tx, taken, result)),
    openDifferences: () => db.query<{ provider: string; kind: DifferenceKind; count: number }>(openSql),
    /** When each provider's statement was last seen whole. */
    lastSuccesses: () => db.query<{ provider: string; succeededAt: string }>(lastSuccessesSql),
  };
};

const scheduleSql = `
  insert into statement_checks (check_id, provider, day, due_at, is_scheduled, created_at)
  values ($1, $2, $3, $4, true, $5)
  on conflict on constraint statement_checks_once do update set is_scheduled = true`;

const taken = `
  check_id as "checkId", provider, day, tried_count as "tryNumber"`;

const takeDueSql = `
  with due as (
    select check_id as id from statement_checks
    where due_at <= $1 and (taken_until is null or taken_until <= $1) and provider = any ($3)
    order by due_at limit 1 for update skip locked
  )
  update statement_checks
  set taken_until = $1::timestamptz + make_interval(secs => $2::float8 / 1000), tried_count = tried_count + 1
  from due where check_id = due.id
  returning ${taken}`;

const takeSql = `
  insert into statement_checks as c (
    check_id, provider, day, due_at, taken_until, tried_count, is_scheduled, created_at
  )
  values ($1, $2, $3, $4, $5::timestamptz + make_interval(secs => $6::float8 / 1000), 1, false, $5)
  on conflict on constraint statement_checks_once
  do update set taken_until = excluded.taken_until, tried_count = c.tried_count + 1
  where c.taken_until is null or c.taken_until <= $5
  returning ${taken}`;

const postponeSql = `
  update statement_checks
  set due_at = $3, failure = $4, checked_at = $5, taken_until = null, status = 'PENDING'
  where check_id = $1 and tried_count = $2`;

const finish = async (
  tx: Tx,
  { checkId, tryNumber }: TakenCheck,
  result: CheckResult,
): Promise<readonly FoundDifference[]> => {
  const { again, coveredUntil, listedCount, recordedCount, now } = result;
  const [mine] = await tx.query(finishSql, [
    checkId,
    tryNumber,
    again === null ? 'DONE' : 'PENDING',
    again?.dueAt ?? null,
    again?.failure ?? null,
    coveredUntil,
    listedCount,
    recordedCount,
    now,
  ]);
  // Another process took the check over, and its result replaces this late one.
  if (mine === undefined) return result.differences;
  const rows = result.differences.map(toRow);
  await tx.query(settleSql, [checkId, JSON.stringify(rows), now]);
  const kept = await tx.query<KeptDifference>(keepSql, [checkId, JSON.stringify(rows), now]);
  const settled = new Set(kept.filter(({ isSettled }) => isSettled).map(keyOf));
  return result.differences.filter((each) => each.status !== 'OPEN' || !settled.has(keyOf(each)));
};

type KeptDifference = Pick<Difference, 'kind' | 'providerReference'> & { readonly isSettled: boolean };

const keyOf = ({ kind, providerReference }: Pick<Difference, 'kind' | 'providerReference'>): string =>
  `${kind} ${providerReference}`;

const finishSql = `
  update statement_checks
  set status = $3, due_at = $4, failure = $5, covered_until = $6, listed_count = $7, recorded_count = $8,
      checked_at = $9, succeeded_at = case when $3 = 'DONE' then $9 else succeeded_at end, taken_until = null
  where check_id = $1 and tried_count = $2
  returning check_id`;

const toRow = ({ kind, providerReference, paymentId, listed, recorded, receivedAt, status }: FoundDifference) => ({
  kind,
  provider_reference: providerReference,
  payment_id: paymentId,
  listed_amount: listed?.amount ?? null,
  listed_currency: listed?.currency ?? null,
  recorded_amount: recorded?.amount ?? null,
  recorded_currency: recorded?.currency ?? null,
  received_at: receivedAt,
  status,
});

const rowsOf = `
  jsonb_to_recordset($2::jsonb) as d (
    kind text, provider_reference text, payment_id text, listed_amount text, listed_currency text,
    recorded_amount text, recorded_currency text, received_at timestamptz, status text
  )`;

/** Settles differences that are not found any more. */
const settleSql = `
  update statement_differences s set status = 'SETTLED', updated_at = $3
  where s.check_id = $1 and s.status = 'OPEN' and not exists (
    select 1 from ${rowsOf} where d.kind = s.kind and d.provider_reference = s.provider_reference
  )`;

/** A person settled a certain difference; the same with another amount is a new one. */
const isStillSettled = `(
  s.settled_by is not null
  and (s.listed_amount, s.listed_currency, s.recorded_amount, s.recorded_currency) is not distinct from
    (excluded.listed_amount, excluded.listed_currency, excluded.recorded_amount, excluded.recorded_currency)
)`;

const keepSql = `
  insert into statement_differences as s (
    check_id, kind, provider_reference, payment_id, listed_amount, listed_currency, recorded_amount, recorded_currency,
    received_at, status, found_at, updated_at
  )
  select
    $1, d.kind, d.provider_reference, d.payment_id, d.listed_amount, d.listed_currency, d.recorded_amount,
    d.recorded_currency, d.received_at, d.status, $3, $3
  from ${rowsOf}
  on conflict (check_id, kind, provider_reference) do update set
    payment_id = excluded.payment_id,
    listed_amount = excluded.listed_amount,
    listed_currency = excluded.listed_currency,
    recorded_amount = excluded.recorded_amount,
    recorded_currency = excluded.recorded_currency,
    status = case when ${isStillSettled} then s.status else excluded.status end,
    settlement_note = case when ${isStillSettled} then s.settlement_note end,
    settled_by = case when ${isStillSettled} then s.settled_by end,
    settled_by_actor = case when ${isStillSettled} then s.settled_by_actor end,
    settled_at = case when ${isStillSettled} then s.settled_at end,
    updated_at = excluded.updated_at
  returning kind, provider_reference as "providerReference", settled_by is not null as "isSettled"`;

const openSql = `
  select c.provider, d.kind, count(*) as count
  from statement_differences d join statement_checks c using (check_id)
  where d.status = 'OPEN' group by c.provider, d.kind`;

const lastSuccessesSql = `
  select provider, max(succeeded_at) as "succeededAt" from statement_checks
  where succeeded_at is not null group by provider`;
