import { type Tx } from '@repasse/chassis/postgres/database';
import { type PayoutPolicy, type SetPolicy } from '../domain/payout-policy';

/** What was set for a user, or for the platform (null), by whom. */
export const readSetPolicies = (tx: Tx, userId: number | null): Promise<readonly SetPolicy[]> =>
  tx.query<SetPolicy>(
    `select user_id as "userId", set_by as "setBy", minimum_minor as "minimumMinor", maximum_minor as "maximumMinor",
            day_maximum_minor as "dayMaximumMinor", new_destination_maximum_minor as "newDestinationMaximumMinor",
            new_destination_days as "newDestinationDays", four_eyes_above_minor as "fourEyesAboveMinor",
            fee_minor as "feeMinor", fee_carried_by as "feeCarriedBy", may_cover_less as "mayCoverLess"
     from payout_policies where user_id is not distinct from $1::bigint`,
    [userId],
  );

/** Null for a user without a legal side, or whom nobody manages. */
export const readManager = async (tx: Tx, userId: number): Promise<number | null> => {
  const [row] = await tx.query<{ manager: number | null }>(
    'select manager_user_id as manager from payees where user_id = $1',
    [userId],
  );
  return row?.manager ?? null;
};

interface Setting {
  readonly now: string;
  /** The API key. */
  readonly key: string;
}

/** Puts the policy in the place of what was set before. */
export const setPolicy = async (tx: Tx, policy: SetPolicy, { now, key }: Setting): Promise<void> => {
  const { userId, setBy } = policy;
  await tx.query(upsert, [userId, setBy, ...valuesOf(policy), now, key]);
};

const valuesOf = (policy: PayoutPolicy): readonly unknown[] => [
  ...[policy.minimumMinor, policy.maximumMinor, policy.dayMaximumMinor, policy.newDestinationMaximumMinor],
  ...[policy.newDestinationDays, policy.fourEyesAboveMinor, policy.feeMinor, policy.feeCarriedBy, policy.mayCoverLess],
];

const upsert = `
  insert into payout_policies (
    user_id, set_by, minimum_minor, maximum_minor, day_maximum_minor, new_destination_maximum_minor, new_destination_days,
    four_eyes_above_minor, fee_minor, fee_carried_by, may_cover_less, updated_at, updated_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (user_id, set_by) do update set
    minimum_minor = excluded.minimum_minor, maximum_minor = excluded.maximum_minor,
    day_maximum_minor = excluded.day_maximum_minor,
    new_destination_maximum_minor = excluded.new_destination_maximum_minor,
    new_destination_days = excluded.new_destination_days, four_eyes_above_minor = excluded.four_eyes_above_minor,
    fee_minor = excluded.fee_minor, fee_carried_by = excluded.fee_carried_by, may_cover_less = excluded.may_cover_less,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
