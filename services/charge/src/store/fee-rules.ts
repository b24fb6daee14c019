import { type Tx } from '@repasse/chassis/postgres/database';
import { type FeeRule } from '../domain/fees';

/** Rules as the domain knows them; the caller gives the owner. */
export const feeRulesSql = (whose: string): string => `
  select coalesce(json_agg(json_build_object(
    'method', f.method, 'installmentsFrom', f.installments_from, 'installmentsTo', f.installments_to,
    'percentBps', f.percent_bps, 'fixedMinor', f.fixed_minor, 'minMinor', f.min_minor, 'maxMinor', f.max_minor,
    'settle', json_build_object('firstDays', f.first_days, 'perInstallmentDays', f.per_installment_days),
    'reserveBps', f.reserve_bps
  ) order by f.fee_rule_id), '[]')
  from fee_rules f where f.user_id ${whose}`;

/** The rules given are all the merchant has afterwards. */
export const replaceFeeRules = async (tx: Tx, userId: number, rules: readonly FeeRule[]): Promise<void> => {
  // Two admins at once would otherwise each delete the rows they saw and both insert.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('fee-rules ' || $1::text, 0))", [userId]);
  await tx.query('delete from fee_rules where user_id = $1', [userId]);
  await tx.query(
    `insert into fee_rules (user_id, method, installments_from, installments_to, percent_bps, fixed_minor, min_minor,
       max_minor, first_days, per_installment_days, reserve_bps)
     select $1, r.method, r."installmentsFrom", r."installmentsTo", r."percentBps", r."fixedMinor", r."minMinor",
       r."maxMinor", (r.settle ->> 'firstDays')::integer, (r.settle ->> 'perInstallmentDays')::integer, r."reserveBps"
     from json_to_recordset($2) as r (
       method text, "installmentsFrom" integer, "installmentsTo" integer, "percentBps" integer, "fixedMinor" bigint,
       "minMinor" bigint, "maxMinor" bigint, settle json, "reserveBps" integer
     )`,
    [userId, JSON.stringify(rules)],
  );
};
