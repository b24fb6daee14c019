import type { Clock } from '@repasse/chassis/clock';
import type { Database, Tx } from '@repasse/chassis/postgres/database';
import type { FeeRule, FeeRules } from '../domain/fees';

export interface FeeRuleStore {
  /** What a merchant pays now. May be as old as `maxAgeMs`. */
  of(userId: number): Promise<FeeRules>;
  /** The rules given are all the merchant has afterwards. */
  replace(userId: number, rules: readonly FeeRule[]): Promise<FeeRules>;
}

/**
 * Rules change a few times a year and are read with every charge. A second old is fresh enough: a price that an admin
 * changes takes effect on all replicas within that.
 */
const maxAgeMs = 1_000;

/** Merchants whose rules are remembered at a time; some kilobytes each at the very most. */
const merchantsMax = 10_000;

export const createFeeRuleStore = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): FeeRuleStore => {
  const remembered = new Map<number, { readonly rules: Promise<FeeRules>; readonly readAtMs: number }>();

  const read = (userId: number): Promise<FeeRules> => {
    if (remembered.size >= merchantsMax) remembered.clear();
    const rules = readRules(db, userId);
    remembered.set(userId, { rules, readAtMs: clock.now().getTime() });
    rules.catch(() => remembered.delete(userId));
    return rules;
  };

  return {
    of: (userId) => {
      const known = remembered.get(userId);
      const ageMs = known ? Math.abs(clock.now().getTime() - known.readAtMs) : Infinity;
      return known && ageMs < maxAgeMs ? known.rules : read(userId);
    },
    replace: async (userId, rules) => {
      await db.transaction((tx) => replaceRules(tx, userId, rules));
      return read(userId);
    },
  };
};

interface FeeRuleRow extends Omit<FeeRule, 'settle'> {
  readonly userId: number | null;
  readonly firstDays: number;
  readonly perInstallmentDays: number;
}

const readRules = async (db: Tx, userId: number): Promise<FeeRules> => {
  const rows = await db.query<FeeRuleRow>(
    `select user_id as "userId", method, installments_from as "installmentsFrom", installments_to as "installmentsTo",
       percent_bps as "percentBps", fixed_minor as "fixedMinor", min_minor as "minMinor", max_minor as "maxMinor",
       first_days as "firstDays", per_installment_days as "perInstallmentDays", reserve_bps as "reserveBps"
     from fee_rules where user_id = $1 or user_id is null order by fee_rule_id`,
    [userId],
  );
  return {
    merchant: rows.filter((row) => row.userId !== null).map(toRule),
    platform: rows.filter((row) => row.userId === null).map(toRule),
  };
};

const toRule = ({ userId: _userId, firstDays, perInstallmentDays, ...rule }: FeeRuleRow): FeeRule => ({
  ...rule,
  settle: { firstDays, perInstallmentDays },
});

const replaceRules = async (tx: Tx, userId: number, rules: readonly FeeRule[]): Promise<void> => {
  // Two admins at once would otherwise each delete what they saw and both insert.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('fee-rules ' || $1::text, 0))", [userId]);
  await tx.query('delete from fee_rules where user_id = $1', [userId]);
  for (const rule of rules) {
    await tx.query(
      `insert into fee_rules (user_id, method, installments_from, installments_to, percent_bps, fixed_minor, min_minor,
         max_minor, first_days, per_installment_days, reserve_bps)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        userId,
        rule.method,
        rule.installmentsFrom,
        rule.installmentsTo,
        rule.percentBps,
        rule.fixedMinor,
        rule.minMinor,
        rule.maxMinor,
        rule.settle.firstDays,
        rule.settle.perInstallmentDays,
        rule.reserveBps,
      ],
    );
  }
};
