import { type Database } from '@repasse/chassis/postgres/database';
import { type DifferenceKind } from '../domain/statement';

/** Where a page ends; there is one check a day and provider. */
export interface CheckPosition {
  readonly day: string;
  readonly provider: string;
}

export interface ListedCheck extends CheckPosition {
  readonly checkId: string;
  readonly status: 'PENDING' | 'DONE';
  readonly dueAt: string | null;
  readonly coveredUntil: string | null;
  readonly listedCount: number | null;
  readonly recordedCount: number | null;
  readonly failure: string | null;
  readonly triedCount: number;
  readonly checkedAt: string | null;
  readonly differencesCount: number;
  readonly openCount: number;
  /** Oldest first, open ones before the others; at most as many as requested. */
  readonly differences: readonly ListedDifference[];
}

export interface ListedDifference {
  readonly differenceId: string;
  readonly kind: DifferenceKind;
  readonly status: 'OPEN' | 'REPAIRED' | 'SETTLED';
  readonly providerReference: string;
  readonly paymentId: string | null;
  readonly invoiceId: number | null;
  readonly listedAmount: string | null;
  readonly listedCurrency: string | null;
  readonly recordedAmount: string | null;
  readonly recordedCurrency: string | null;
  readonly receivedAt: string;
  readonly foundAt: string;
  /** All three null unless a person has settled it. */
  readonly settlementNote: string | null;
  readonly settledByUserId: number | null;
  readonly settledAt: string | null;
  /** The person or API key; null too of what was settled before it was kept. */
  readonly settledBy: string | null;
}

/** A person's note on a difference that they have dealt with outside. */
interface Settlement {
  readonly checkId: string;
  readonly differenceId: string;
  readonly note: string;
  readonly userId: number;
  /** The person or API key. */
  readonly settledBy: string;
  readonly now: string;
}

export type ListedChecks = ReturnType<typeof createListedChecks>;

export const createListedChecks = (db: Database) => {
  const withDifferences = async (checks: readonly Check[], max: number): Promise<readonly ListedCheck[]> => {
    const ids = checks.map(({ checkId }) => checkId);
    const rows = await db.query<ListedDifference & { checkId: string }>(differencesSql, [ids, max]);
    return checks.map((check) => ({
      ...check,
      differences: rows.filter(({ checkId }) => checkId === check.checkId).map(({ checkId: _, ...row }) => row),
    }));
  };
  return {
    /** Newest day first. */
    list: async (o: {
      provider: string | undefined;
      after: CheckPosition | undefined;
      limit: number;
      differencesMax: number;
    }) => {
      const bounds = [o.provider ?? null, o.after?.day ?? 'infinity', o.after?.provider ?? '', o.limit];
      return withDifferences(await db.query<Check>(listSql, bounds), o.differencesMax);
    },
    find: async (checkIds: readonly string[], differencesMax: number) =>
      withDifferences(await db.query<Check>(findSql, [checkIds]), differencesMax),
    findDifference: async (checkId: string, differenceId: string) => {
      const [difference] = await db.query<ListedDifference>(findDifferenceSql, [checkId, differenceId]);
      return difference;
    },
    /** Settles a difference that is open; false when it is not, or is not there. Of two at once one settles it. */
    settleDifference: async ({ checkId, differenceId, note, userId, settledBy, now }: Settlement): Promise<boolean> =>
      (await db.query(settleSql, [checkId, differenceId, note, userId, settledBy, now])).length > 0,
  };
};

type Check = Omit<ListedCheck, 'differences'>;

const checkSql = `
  select
    c.check_id as "checkId", c.provider, c.day, c.status, c.due_at as "dueAt", c.covered_until as "coveredUntil",
    c.listed_count as "listedCount", c.recorded_count as "recordedCount", c.failure, c.tried_count as "triedCount",
    c.checked_at as "checkedAt", d.total as "differencesCount", d.open as "openCount"
  from statement_checks c
  cross join lateral (
    select count(*) as total, count(*) filter (where status = 'OPEN') as open
    from statement_differences where check_id = c.check_id
  ) d`;

const listSql = `
  ${checkSql}
  where ($1::text is null or c.provider = $1) and (c.day, c.provider) < ($2::date, $3)
  order by c.day desc, c.provider desc limit $4`;

const findSql = `${checkSql} where c.check_id = any ($1) order by c.day desc, c.provider desc`;

const difference = `
  d.difference_id as "differenceId", d.kind, d.status, d.provider_reference as "providerReference",
  d.payment_id as "paymentId", coalesce(p.invoice_id, w.invoice_id) as "invoiceId", d.listed_amount as "listedAmount",
  d.listed_currency as "listedCurrency", d.recorded_amount as "recordedAmount",
  d.recorded_currency as "recordedCurrency", d.received_at as "receivedAt", d.found_at as "foundAt",
  d.settlement_note as "settlementNote", d.settled_by as "settledByUserId", d.settled_by_actor as "settledBy",
  d.settled_at as "settledAt"`;

const findDifferenceSql = `
  select ${difference}
  from statement_differences d left join payments p on p.payment_id = d.payment_id
  left join payouts w on w.withdrawal_id = d.payment_id
  where d.check_id = $1 and d.difference_id = $2`;

const differencesSql = `
  select c.id as "checkId", ${difference}
  from unnest($1::text[]) as c (id)
  cross join lateral (
    select * from statement_differences
    where check_id = c.id order by status <> 'OPEN', received_at, provider_reference, kind limit $2
  ) d
  left join payments p on p.payment_id = d.payment_id
  left join payouts w on w.withdrawal_id = d.payment_id
  order by c.id, d.status <> 'OPEN', d.received_at, d.provider_reference, d.kind`;

const settleSql = `
  update statement_differences
  set status = 'SETTLED', settlement_note = $3, settled_by = $4, settled_by_actor = $5, settled_at = $6,
    updated_at = $6
  where check_id = $1 and difference_id = $2 and status = 'OPEN'
  returning difference_id`;
