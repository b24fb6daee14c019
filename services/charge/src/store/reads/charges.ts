import { type Tx } from '@repasse/chassis/postgres/database';
import { type Payer, type SplitItem } from '../effects';
import { type ChargeRow } from '../read-rows';

/** The payer as given in the request; every field is null when nothing was given. */
export interface PayerColumns {
  readonly payer_name: string | null;
  readonly payer_email: string | null;
  readonly payer_phone: string | null;
  readonly payer_document: string | null;
  readonly payer_document_type: Payer['documentType'] | null;
  readonly payer_source: Payer['source'] | null;
  readonly split_config: readonly SplitItem[] | null;
}

/** A charge as its merchant sees it, personal data joined in. */
export type ChargeView = ChargeRow & PayerColumns;

/** Of `payer_data p`. */
export const payerColumns = `p.name as payer_name, p.email as payer_email, p.phone as payer_phone, p.document as payer_document,
  p.document_type as payer_document_type, p.source as payer_source`;

/**
 * Ends in `from`: the caller selects the charges, under the alias `c`. Joined tables are looked up row by row: a plan
 * made for any number of rows would read the whole of both tables to show one page.
 */
export const selectCharges = (from: string): string => `
  select c.*, ${payerColumns}, s.items as split_config
  from ${from}
  left join lateral (select * from payer_data where charge_id = c.charge_id limit 1) p on true
  left join lateral (select * from split_configs where charge_id = c.charge_id limit 1) s on true`;

/** Whose rows are read: a merchant's, or null for those of all, which staff may read. */
export type Reader = number | null;

export const isOf = (column: string, reader: string): string =>
  `(${reader}::bigint is null or ${column} = ${reader}::bigint)`;

/** Undefined also when another user owns the charge: callers must not tell the two apart. */
export const findChargeById = async (db: Tx, reader: Reader, chargeId: string): Promise<ChargeView | undefined> => {
  const [charge] = await db.query<ChargeView>(
    `${selectCharges('charges c')} where c.charge_id = $1 and ${isOf('c.user_id', '$2')}`,
    [chargeId, reader],
  );
  return charge;
};

/** The newest charge with the reference. */
export const findChargeByReference = async (
  db: Tx,
  userId: number,
  externalReference: string,
): Promise<ChargeView | undefined> => {
  const [charge] = await db.query<ChargeView>(
    `${selectCharges('charges c')}
     where c.user_id = $1 and c.external_reference = $2
     order by c.created_at desc, c.charge_id desc limit 1`,
    [userId, externalReference],
  );
  return charge;
};
