import { type Tx } from '@repasse/chassis/postgres/database';

/** A link and, once it is opened, the session behind it. */
export interface PortalLink {
  readonly linkId: string;
  /** The seller. */
  readonly userId: number;
  readonly merchantUserId: number;
  /** The key that made it; null where a person did. */
  readonly clientId: string | null;
  readonly personId: string | null;
  readonly personName: string | null;
  readonly screens: readonly string[];
  readonly returnUrl: string | null;
  readonly createdAt: string;
  /** Until when it may be opened, then when the session ends. */
  readonly expiresAt: string;
  readonly openedAt: string | null;
  readonly locale: 'pt-BR' | 'en' | null;
  readonly endedAt: string | null;
}

const columns = `l.link_id as "linkId", l.user_id as "userId", l.merchant_user_id as "merchantUserId",
  l.client_id as "clientId", l.person_id as "personId", l.person_name as "personName", l.screens,
  l.return_url as "returnUrl", l.created_at as "createdAt", l.expires_at as "expiresAt", l.opened_at as "openedAt",
  l.locale, l.ended_at as "endedAt"`;

/**
 * Whether link $1's time $2 has not come, both accounts are in use, the merchant still manages the seller, and whoever made
 * it still may: a key that was taken back takes its links along, and so does a person who lost their role.
 */
const counts = (now: string): string => `l.ended_at is null and l.expires_at > ${now}
  and u.status = 'ACTIVE' and m.status = 'ACTIVE' and r.manager_user_id = l.merchant_user_id
  and (l.client_id is null or exists (
    select from api_keys k where k.client_id = l.client_id and k.revoked_at is null))
  and (l.person_id is null or exists (
    select from memberships s where s.person_id = l.person_id and s.user_id = l.merchant_user_id))`;

const withAccounts = `portal_links l join users u on u.id = l.user_id join users m on m.id = l.merchant_user_id
  join recipients r on r.user_id = l.user_id`;

export const insertPortalLink = async (tx: Tx, link: PortalLink, secretHash: Buffer): Promise<void> => {
  const { linkId, userId, merchantUserId, clientId, personId, personName, screens, returnUrl } = link;
  await tx.query(
    `insert into portal_links (link_id, user_id, merchant_user_id, client_id, person_id, person_name, screens, return_url,
       secret_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[linkId, userId, merchantUserId, clientId, personId, personName, screens, returnUrl],
      ...[secretHash, link.createdAt, link.expiresAt],
    ],
  );
};

/** A link that waits, or a session, with the seller and the merchant. */
export type FoundLink = PortalLink & { readonly sellerName: string; readonly merchantName: string };

const names = `coalesce(d.trade_name, d.name) as "sellerName", coalesce(p.display_name, m.name) as "merchantName"`;

const found = (condition: string): string =>
  `select ${columns}, ${names}
   from ${withAccounts} join recipient_data d on d.user_id = l.user_id
     left join merchant_profiles p on p.user_id = l.merchant_user_id
   where l.secret_hash = $1 and ${condition} and ${counts('$2')}`;

export const findWaitingLink = async (tx: Tx, secretHash: Buffer, now: string): Promise<FoundLink | undefined> =>
  (await tx.query<FoundLink>(found('l.opened_at is null'), [secretHash, now]))[0];

export const findOpenLink = async (tx: Tx, secretHash: Buffer, now: string): Promise<FoundLink | undefined> =>
  (await tx.query<FoundLink>(found('l.opened_at is not null'), [secretHash, now]))[0];

/** Whether a session behind a link counts, for the user its token names. */
export const isPortalOpen = async (tx: Tx, userId: number, linkId: string, now: string): Promise<boolean> =>
  (
    await tx.query(
      `select from ${withAccounts} where l.link_id = $1 and l.user_id = $3 and l.opened_at is not null and ${counts('$2')}`,
      [linkId, now, userId],
    )
  ).length > 0;

/** By the first who says so: the session's secret takes the place of the link's. False when it was opened or has ended. */
export const markOpened = async (
  tx: Tx,
  { linkId, locale, openedAt, expiresAt }: Pick<PortalLink, 'linkId' | 'locale' | 'openedAt' | 'expiresAt'>,
  secretHash: Buffer,
): Promise<boolean> =>
  (
    await tx.query(
      `update portal_links set secret_hash = $2, locale = $3, opened_at = $4, expires_at = $5
       where link_id = $1 and opened_at is null and ended_at is null returning link_id`,
      [linkId, secretHash, locale, openedAt, expiresAt],
    )
  ).length > 0;

export const findPortalLink = async (tx: Tx, linkId: string): Promise<PortalLink | undefined> =>
  (await tx.query<PortalLink>(`select ${columns} from portal_links l where link_id = $1`, [linkId]))[0];

/** False when it had ended by a word before. */
export const endPortalLink = async (tx: Tx, linkId: string, now: string): Promise<boolean> =>
  (
    await tx.query('update portal_links set ended_at = $2 where link_id = $1 and ended_at is null returning link_id', [
      ...[linkId, now],
    ])
  ).length > 0;

export type LinkPosition = Pick<PortalLink, 'createdAt' | 'linkId'>;

/** Newest first. */
export const listPortalLinks = (
  tx: Tx,
  merchantUserId: number,
  after: LinkPosition | undefined,
  limit: number,
): Promise<PortalLink[]> =>
  tx.query<PortalLink>(
    `select ${columns} from portal_links l where merchant_user_id = $1
       and ($2::timestamptz is null or (created_at, link_id) < ($2, $3))
     order by created_at desc, link_id desc limit $4`,
    [merchantUserId, after?.createdAt ?? null, after?.linkId ?? null, limit],
  );
