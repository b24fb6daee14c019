import { type Database } from '@repasse/chassis/postgres/database';
import { type DocumentType } from '@repasse/checkout-kit/both-sides/documents';

/** Where a payment stands among those of its checkout. */
export interface CheckoutPlace {
  readonly checkoutId: string;
  /** The first payment is 1; the checkout begins with it. */
  readonly number: number;
  /** SHA-256 in hex; null where whoever knows the checkout's id may act on it. */
  readonly tokenHash: string | null;
  /** Null for payments that are not by card. */
  readonly installmentsMax: number | null;
}

export interface Checkout extends CheckoutPlace {
  /** The latest: the one that can be paid, if any. `number` is its own. */
  readonly paymentId: string;
  /** Of the first payment: who pays, as far as is known. */
  readonly name: string | null;
  readonly email: string | null;
  readonly document: string | null;
}

export interface NamedPayer {
  readonly name: string;
  readonly email: string;
  /** Plain. */
  readonly document: string;
  readonly documentType: DocumentType;
}

export interface Checkouts {
  find(checkoutId: string): Promise<Checkout | null>;
  /** Keeps who pays unless that is known in full; the first word stands. */
  tellPayer(paymentId: string, payer: NamedPayer): Promise<'told' | 'known'>;
  /** For a request that a crash cut off: nobody has the token that was made before. */
  renewToken(checkoutId: string, tokenHash: string): Promise<void>;
  /** One text for each that differs as soon as anything its payer sees does. One query, however many there are. */
  versionsOf(checkoutIds: readonly string[], now: string): Promise<ReadonlyMap<string, string>>;
}

export const createCheckouts = (db: Database): Checkouts => ({
  find: async (checkoutId) => {
    const [row] = await db.query<Checkout>(findSql, [checkoutId]);
    return row ?? null;
  },
  tellPayer: async (paymentId, { name, email, document, documentType }) => {
    const rows = await db.query(tellSql, [paymentId, name, email, document, documentType]);
    return rows.length > 0 ? 'told' : 'known';
  },
  renewToken: async (checkoutId, tokenHash) => {
    await db.query('update checkouts set token_hash = $2 where checkout_id = $1', [checkoutId, tokenHash]);
  },
  versionsOf: async (checkoutIds, now) => {
    const rows = await db.query<{ id: string; version: string }>(versionsSql, [checkoutIds, now]);
    return new Map(rows.map(({ id, version }) => [id, version]));
  },
});

const findSql = `
  select c.checkout_id as "checkoutId", c.token_hash as "tokenHash", c.installments_max as "installmentsMax",
         latest.number, latest.payment_id as "paymentId", y.name, y.email, y.document
  from checkouts c
  join checkout_payments first on first.checkout_id = c.checkout_id and first.number = 1
  join lateral (
    select number, payment_id from checkout_payments p where p.checkout_id = c.checkout_id order by number desc limit 1
  ) latest on true
  left join payers y on y.payment_id = first.payment_id
  where c.checkout_id = $1`;

const tellSql = `
  insert into payers (payment_id, name, email, document, document_type) values ($1, $2, $3, $4, $5)
  on conflict (payment_id) do update
    set name = excluded.name, email = excluded.email, document = excluded.document,
        document_type = excluded.document_type
    where payers.name is null or payers.email is null or payers.document is null
  returning payment_id`;

const versionsSql = `
  select c.checkout_id as id,
         string_agg(
           concat_ws(' ', p.payment_id, p.status, p.updated_at, p.expires_at <= $2, y.document is null),
           ',' order by p.payment_id
         ) as version
  from checkout_payments c join payments p using (payment_id) left join payers y using (payment_id)
  where c.checkout_id = any($1)
  group by c.checkout_id`;
