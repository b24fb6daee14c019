import { type Tx } from '@repasse/chassis/postgres/database';
import { type AttemptRow, type ChargeRow } from '../read-rows';
import { type MerchantProfile } from '../users';

/** The fields of a charge that its payer may see: no fees, no shares, no user ids. */
export type CheckoutCharge = Pick<
  ChargeRow,
  | 'charge_id'
  | 'status'
  | 'status_reason'
  | 'gross_amount_minor'
  | 'currency'
  | 'description'
  | 'external_reference'
  | 'redirect_url'
  | 'methods'
  | 'client_mode'
  | 'installments_max'
  | 'paid_attempt_id'
  | 'paid_at'
  | 'paid_amount_minor'
  | 'expires_at'
> & {
  /** Of earlier payments that were too small, and count towards the charge. */
  readonly held_amount_minor: number;
  /** The payer as the merchant named them in the request. */
  readonly payer_name: string | null;
  readonly payer_email: string | null;
  /** Whether name, e-mail and document are known. */
  readonly is_payer_known: boolean;
  /** Null where the merchant has none, and where it was not asked for. */
  readonly merchant_profile: MerchantProfile | null;
};

export type CheckoutAttempt = Pick<
  AttemptRow,
  | 'attempt_id'
  | 'payment_method'
  | 'status'
  | 'status_reason'
  | 'gross_amount_minor'
  | 'installments'
  | 'checkout_meta'
  | 'fx'
  | 'redirect_url'
  | 'decline_code'
  | 'is_retryable'
  | 'end_to_end_id'
  | 'expires_at'
>;

/** Who sees the rows: a page that is being opened also shows who is paid, which later news of the charge cannot change. */
export interface CheckoutReading {
  readonly withMerchant: boolean;
}

export interface CheckoutRows {
  readonly charge: CheckoutCharge;
  /** Oldest first. */
  readonly attempts: readonly CheckoutAttempt[];
}

/** By id alone: the caller has shown the token of this charge. */
export const findCheckout = async (
  db: Tx,
  chargeId: string,
  { withMerchant }: CheckoutReading,
): Promise<CheckoutRows | undefined> => {
  const [charge] = await db.query<CheckoutCharge>(
    `select c.charge_id, c.status, c.status_reason, c.gross_amount_minor, c.currency, c.description, c.external_reference, c.redirect_url,
       c.methods, c.client_mode, c.installments_max, c.paid_attempt_id, c.paid_at, c.paid_amount_minor, c.expires_at,
       (select coalesce(sum(s.amount_minor), 0)::bigint from surpluses s
        where s.charge_id = c.charge_id and s.reason = 'UNDERPAID' and s.standing = 'held') as held_amount_minor,
       case when p.source = 'PRE_FILLED' then p.name end as payer_name,
       case when p.source = 'PRE_FILLED' then p.email end as payer_email,
       (p.name is not null and p.email is not null and p.document is not null) as is_payer_known, u.merchant_profile
     from charges c left join payer_data p using (charge_id) left join users u on $2 and u.user_id = c.user_id
     where c.charge_id = $1`,
    [chargeId, withMerchant],
  );
  if (!charge) return undefined;
  const attempts = await db.query<CheckoutAttempt>(
    `select attempt_id, payment_method, status, status_reason, gross_amount_minor, installments, checkout_meta, fx, redirect_url,
       decline_code, is_retryable, end_to_end_id, expires_at
     from attempts where charge_id = $1 order by attempt_id`,
    [chargeId],
  );
  return { charge, attempts };
};

/**
 * One text per charge that differs as soon as anything its payer sees at the moment `now` does. One query, however many
 * are watched.
 */
export const versionsOf = async (
  db: Tx,
  chargeIds: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.query<{ readonly charge_id: string; readonly version: string }>(
    `select c.charge_id, concat_ws(' ', c.status, c.status_reason, c.updated_at, c.expires_at <= $2, p.document is null, (
       select string_agg(concat_ws(' ', a.attempt_id, a.status, a.gateway_status, a.updated_at, a.expires_at <= $2), ','
         order by a.attempt_id)
       from attempts a where a.charge_id = c.charge_id)) as version
     from charges c left join payer_data p using (charge_id) where c.charge_id = any($1)`,
    [chargeIds, now],
  );
  return new Map(rows.map(({ charge_id, version }) => [charge_id, version]));
};
