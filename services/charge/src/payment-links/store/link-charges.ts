import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { linkStatus, type Link, type LinkStatus } from '../link';

export interface Form {
  readonly linkId: string;
  readonly formToken: string;
}

/** Longer than making a charge can take: its services are asked for seconds. */
const strandedAfterMs = 10 * 60_000;

/** Uses of link $1 that were taken before $2 for charges that were never made. */
export const strandedSql = `l.link_id = $1 and l.standing = 'open' and l.created_at < $2
  and not exists (select from charges c where c.charge_id = l.charge_id)`;

export const strandedBefore = (now: Date): string => new Date(now.getTime() - strandedAfterMs).toISOString();

/** The charge of a form that was sent before. */
export const chargeOfForm = async (db: Tx, { linkId, formToken }: Form): Promise<string | undefined> => {
  const sql = 'select charge_id from link_charges where link_id = $1 and form_token = $2';
  return (await db.query<{ readonly charge_id: string }>(sql, [linkId, formToken]))[0]?.charge_id;
};

/**
 * Takes a use of the link for a charge that is about to be made, under a lock of the link's row: of two payers one gets
 * the last. Answers the id of the form's charge, the given one or that of an earlier sending; or why there is none.
 */
export const takeUse = (
  db: Database,
  form: Form,
  { chargeId, now }: { readonly chargeId: string; readonly now: Date },
): Promise<{ readonly chargeId: string } | Exclude<LinkStatus, 'OPEN'>> =>
  db.transaction(async (tx) => {
    const link = await lockLink(tx, form.linkId);
    const known = await chargeOfForm(tx, form);
    if (known !== undefined) return { chargeId: known };
    const status = linkStatus(await withoutStranded(tx, link, now), now.getTime());
    if (status !== 'OPEN') return status;
    await tx.query(
      `insert into link_charges (charge_id, link_id, form_token, standing, created_at) values ($1, $2, $3, 'open', $4)`,
      [chargeId, form.linkId, form.formToken, now.toISOString()],
    );
    await count(tx, form.linkId, 1);
    return { chargeId };
  });

/** The charge could not be made. */
export const giveUseBack = (db: Database, { linkId }: Form, chargeId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLink(tx, linkId);
    const sql = `delete from link_charges where charge_id = $1 and standing = 'open'
      and not exists (select from charges c where c.charge_id = $1) returning charge_id`;
    const gone = await tx.query(sql, [chargeId]);
    await count(tx, linkId, -gone.length);
  });

const lockLink = async (tx: Tx, linkId: string): Promise<Link> => {
  const [link] = await tx.query<Link>('select * from payment_links where link_id = $1 for update', [linkId]);
  if (link === undefined) throw new Error(`Link ${linkId} was read and is not there.`);
  return link;
};

const count = (tx: Tx, linkId: string, change: number): Promise<unknown> =>
  tx.query(
    'update payment_links set uses_taken = uses_taken + $2, created_count = created_count + $2 where link_id = $1',
    [linkId, change],
  );

/** A process that ended between a use and its charge has left the use taken: it is found when the stock looks empty. */
const withoutStranded = async (tx: Tx, link: Link, now: Date): Promise<Link> => {
  if (linkStatus(link, now.getTime()) !== 'SOLD_OUT') return link;
  const stranded = await tx.query(`delete from link_charges l where ${strandedSql} returning l.charge_id`, [
    link.link_id,
    strandedBefore(now),
  ]);
  await count(tx, link.link_id, -stranded.length);
  return { ...link, uses_taken: link.uses_taken - stranded.length };
};
