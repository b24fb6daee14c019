import { type Tx } from '@repasse/chassis/postgres/database';
import { type Status } from './standings';

/** A charge that a payer was to pay. */
export interface PayersCharge {
  readonly charge_id: string;
  readonly status: Status;
  readonly expires_at: string;
}

/** How many rows of a table of a service were erased. */
export interface ErasedTable {
  readonly service: string;
  readonly table: string;
  readonly rows: number;
}

export interface Erasure {
  readonly id: string;
  readonly userId: number;
  readonly erasedAt: string;
  readonly erased: readonly ErasedTable[];
}

/** Identifies the payer to erase: a document without punctuation, or an e-mail in lower case. */
export interface KnownBy {
  readonly kind: 'document' | 'email';
  readonly value: string;
}

/**
 * The charges of a merchant that a payer was to pay: by an e-mail, all with it; by a document, those with it, and those
 * with no document and an e-mail that came with it elsewhere.
 */
export const findChargesOfPayer = (
  db: Tx,
  userId: number,
  { kind, value }: KnownBy,
): Promise<readonly PayersCharge[]> => db.query<PayersCharge>(findSql, [userId, kind, value]);

// Keys are hashes, so what they find is compared. A charge without a row is in the archive, which takes only what is over.
const findSql = `
  with named as materialized (
    select p.charge_id, lower(p.email) as email, coalesce(c.status, 'EXPIRED') as status, c.expires_at
    from payer_keys k join payer_data p using (charge_id) left join charges c using (charge_id)
    where k.user_id = $1 and k.key = payer_key($2, $3) and case $2 when 'email' then lower(p.email) else p.document end = $3
  )
  select charge_id, status, expires_at from named
  union
  select p.charge_id, coalesce(c.status, 'EXPIRED'), c.expires_at
  from payer_keys k join payer_data p using (charge_id) left join charges c using (charge_id)
  where $2 = 'document' and p.document is null and k.user_id = $1
    and k.key in (select payer_key('email', email) from named) and lower(p.email) in (select email from named)
  order by charge_id`;

/** Erases the data of the payers of these charges, and keeps the receipt with it. */
export const erasePayers = async (
  db: Tx,
  chargeIds: readonly string[],
  { id, userId, erasedAt, elsewhere }: Omit<Erasure, 'erased'> & { readonly elsewhere: readonly ErasedTable[] },
): Promise<Erasure> => {
  const [row] = await db.query<{ erased: readonly ErasedTable[] }>(eraseSql, [
    chargeIds,
    JSON.stringify(elsewhere),
    id,
    userId,
    erasedAt,
  ]);
  if (!row) throw new Error('A payer was erased without a receipt.');
  return { id, userId, erasedAt, erased: row.erased };
};

const eraseSql = `
  with gone as (
    delete from payer_data where charge_id = any ($1::text[]) returning 1
  )
  insert into payer_erasures (erasure_id, user_id, erased, erased_at)
  select $3, $4, (
    jsonb_build_array(jsonb_build_object('service', 'charge', 'table', 'payer_data', 'rows', (select count(*) from gone)))
    || $2::jsonb
  )::json, $5::timestamptz
  returning erased`;
