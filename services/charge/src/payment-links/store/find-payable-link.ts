import { type Tx } from '@repasse/chassis/postgres/database';
import { type MerchantProfile } from '../../store/users';
import { type Link } from '../link';
import { strandedBefore, strandedSql } from './link-charges';

/** A link as its payers get to see it. */
export interface PayableLink extends Link {
  readonly merchant_profile: MerchantProfile | null;
}

/**
 * By id alone: whoever has the address may pay. A suspended merchant's link is as good as closed, and a use that was
 * stranded is as good as given back, which the next charge makes true.
 */
export const findPayableLink = async (db: Tx, linkId: string, now: Date): Promise<PayableLink | undefined> => {
  const [link] = await db.query<PayableLink>(
    `select p.*, p.is_active and u.status is distinct from 'SUSPENDED' as is_active, u.merchant_profile,
       case when p.uses_taken >= p.uses_max then
         p.uses_taken - (select count(*) from link_charges l where ${strandedSql})::integer else p.uses_taken end as uses_taken
     from payment_links p left join users u using (user_id) where p.link_id = $1`,
    [linkId, strandedBefore(now)],
  );
  return link;
};
