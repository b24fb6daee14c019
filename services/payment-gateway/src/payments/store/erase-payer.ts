import { type Database } from '@repasse/chassis/postgres/database';
import { orderIdOf } from '../../providers/cielo/order-id';

interface PayerToErase {
  readonly userId: number;
  /** Without punctuation. */
  readonly document?: string | undefined;
  /** In any case. */
  readonly email?: string | undefined;
  /** Charges of this user that the same payer was to pay. */
  readonly chargeIds: readonly string[];
}

/** A payment of that payer. */
interface PayersPayment {
  readonly paymentId: string;
  readonly provider: string;
  readonly providerReference: string | null;
}

/** How many rows of each table were erased. */
interface ErasedRows {
  readonly payers: number;
  readonly savedCards: number;
  readonly providerCalls: number;
}

/**
 * Erases a payer of a merchant, of every payment: the payer, their saved cards, and the bodies of provider calls about
 * them, found by the payments' references there. Events and rows of payments carry ids alone and stay. Files and words
 * of decided disputes are erased; of open ones they are the merchant's defence, and end with their own time. A repeat
 * erases the rest.
 */
export const erasePayer = async (
  db: Database,
  { userId, document, email, chargeIds }: PayerToErase,
): Promise<ErasedRows> => {
  const known = [document ?? null, email?.toLowerCase() ?? null];
  const payments = await db.query<PayersPayment>(findSql, [userId, chargeIds, ...known]);
  const paymentIds = payments.map(({ paymentId }) => paymentId);
  const [erased] = await db.query<ErasedRows>(eraseSql, [paymentIds, payments.flatMap(referencesOf)]);
  return erased ?? { payers: 0, savedCards: 0, providerCalls: 0 };
};

/** The references of a payment in records of provider calls: the provider's, and ours in the provider's spelling. */
const referencesOf = ({ paymentId, provider, providerReference }: PayersPayment): readonly string[] => [
  paymentId,
  paymentId.slice(paymentId.indexOf('_') + 1),
  ...(provider === 'CIELO' ? [orderIdOf(paymentId)] : []),
  ...(providerReference === null ? [] : [providerReference]),
];

const findSql = `
  select p.payment_id as "paymentId", p.provider, p.provider_reference as "providerReference"
  from payers y join payments p using (payment_id) where y.document = $3 and p.user_id = $1
  union
  select p.payment_id, p.provider, p.provider_reference
  from payers y join payments p using (payment_id) where lower(y.email) = $4 and p.user_id = $1
  union
  select p.payment_id, p.provider, p.provider_reference
  from payments p where p.charge_id = any ($2::text[]) and p.user_id = $1`;

const eraseSql = `
  with erased_payers as (
    delete from payers where payment_id = any ($1::text[]) returning 1
  ), erased_cards as (
    delete from saved_cards where payment_id = any ($1::text[]) returning 1
  ), erased_calls as (
    update provider_calls set request_body = null, response_body = null
    where reference = any ($2::text[]) and (request_body is not null or response_body is not null) returning 1
  ), over as (
    select dispute.data ->> 'disputeId' as dispute_id from events dispute
    where dispute.stream_id = any ($1::text[]) and dispute.type in ('DisputeWon', 'DisputeLost')
  ), erased_evidence as (
    delete from dispute_evidence using over where dispute_evidence.dispute_id = over.dispute_id
  ), erased_words as (
    update dispute_answers set text = null from over where dispute_answers.dispute_id = over.dispute_id
  )
  select (select count(*) from erased_payers) as payers, (select count(*) from erased_cards) as "savedCards",
    (select count(*) from erased_calls) as "providerCalls"`;
