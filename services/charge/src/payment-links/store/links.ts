import { type Tx } from '@repasse/chassis/postgres/database';
import { type Link, type LinkTerms } from '../link';

export type LinkPosition = Pick<Link, 'created_at' | 'link_id'>;
export interface LinkChanges {
  readonly isActive?: boolean | undefined;
  readonly usesMax?: number | null | undefined;
  readonly validUntil?: string | null | undefined;
}

/** The same id again changes nothing: it is a request that was cut off. */
export const addLink = async (db: Tx, terms: LinkTerms): Promise<Link> => {
  await db.query(addSql, [
    ...[terms.link_id, terms.user_id, terms.title, terms.amount_minor, terms.min_minor, terms.max_minor],
    ...[terms.methods === null ? null : JSON.stringify(terms.methods), JSON.stringify(terms.split)],
    ...[terms.uses_max, terms.valid_until, terms.redirect_url, terms.is_active, terms.created_at],
  ]);
  const made = await findLink(db, terms.link_id, terms.user_id);
  if (made === undefined) throw new Error(`Link ${terms.link_id} was made and is not there.`);
  return made;
};

const addSql = `
  insert into payment_links (
    link_id, user_id, title, amount_minor, min_minor, max_minor, methods, split, uses_max, valid_until, redirect_url,
    is_active, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
  on conflict do nothing`;

/** Of one merchant; of any where `reader` is null. */
export const findLink = async (db: Tx, linkId: string, reader: number | null): Promise<Link | undefined> => {
  const sql = 'select * from payment_links where link_id = $1 and ($2::bigint is null or user_id = $2)';
  return (await db.query<Link>(sql, [linkId, reader]))[0];
};

/** Newest first. */
export const listLinks = (db: Tx, userId: number, after: LinkPosition | undefined, limit: number): Promise<Link[]> =>
  after === undefined
    ? db.query<Link>(`select * from payment_links where user_id = $1 ${newestFirst} limit $2`, [userId, limit])
    : db.query<Link>(
        `select * from payment_links where user_id = $1 and (created_at, link_id) < ($3::timestamptz, $4)
         ${newestFirst} limit $2`,
        [userId, limit, after.created_at, after.link_id],
      );

const newestFirst = 'order by created_at desc, link_id desc';

/** Undefined leaves a field as it is. */
export const changeLink = async (
  db: Tx,
  { linkId, userId, now }: { readonly linkId: string; readonly userId: number; readonly now: string },
  { isActive, usesMax, validUntil }: LinkChanges,
): Promise<Link | undefined> => {
  const [changed] = await db.query<Link>(
    `update payment_links set
       is_active = coalesce($3, is_active),
       uses_max = case when $4 then $5 else uses_max end,
       valid_until = case when $6 then $7::timestamptz else valid_until end,
       updated_at = $8
     where link_id = $1 and user_id = $2 returning *`,
    [
      ...[linkId, userId, isActive ?? null, usesMax !== undefined, usesMax ?? null],
      ...[validUntil !== undefined, validUntil ?? null, now],
    ],
  );
  return changed;
};
