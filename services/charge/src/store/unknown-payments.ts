import { type Tx } from '@repasse/chassis/postgres/database';

/** Money that payment-gateway says has come for a charge. */
export interface ReceivedPayment {
  readonly charge_id: string;
  readonly payment_id: string;
  readonly provider_reference: string;
  readonly amount_minor: number;
}

/** Those that are part of no charge here: neither its payment nor a surplus of it. */
export const unknownPayments = (tx: Tx, received: readonly ReceivedPayment[]): Promise<ReceivedPayment[]> =>
  tx.query<ReceivedPayment>(
    `select r.charge_id, r.payment_id, r.provider_reference, r.amount_minor
     from json_to_recordset($1) as r(charge_id text, payment_id text, provider_reference text, amount_minor bigint)
     where not exists (
       select from events e
       where e.stream_id = r.charge_id and e.type in ('ChargePaid', 'ChargeSurplusReceived')
         and e.data ->> 'paymentId' = r.payment_id and e.data ->> 'providerReference' = r.provider_reference
     )`,
    [JSON.stringify(received)],
  );

export interface MisstatedCharge {
  readonly charge_id: string;
  /** Of the row that lists and pages read. */
  readonly status: string;
}

/** Charges whose row says they are paid or not, and whose events say otherwise. */
export const misstatedCharges = (tx: Tx, limit: number): Promise<MisstatedCharge[]> =>
  tx.query<MisstatedCharge>(
    `select c.charge_id, c.status from charges c
     where (c.status = 'PAID') <> exists (
       select from events e where e.stream_id = c.charge_id and e.type = 'ChargePaid')
     order by c.charge_id limit $1`,
    [limit],
  );
