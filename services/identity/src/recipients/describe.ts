import { type Rejection } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { lockUser } from '../users/table';
import { decideSellers, type SellerDecision } from './decide-seller';
import { findKnownSellers } from './known-sellers';
import { firstData, type LegalBody } from './legal-data';
import { type Described, type LegalData, type RecipientKind } from './recipient';

export type SellerBody = LegalBody &
  Pick<LegalData, 'name' | 'document'> & {
    readonly email: string;
    readonly kind: RecipientKind;
    readonly externalReference?: string | null;
  };

export const describedBy = ({ email, kind, externalReference = null, ...data }: SellerBody): Described => ({
  ...{ email, kind, externalReference },
  data: firstData(data),
});

/**
 * Which recipients a merchant's descriptions are of, for keepSellers; three statements however many there are. The merchant
 * is locked, so that two requests for one seller at once make one.
 */
export const findOrDescribe = async (
  tx: Tx,
  merchantUserId: number,
  described: readonly Described[],
): Promise<readonly (SellerDecision | Rejection)[]> => {
  await lockUser(tx, merchantUserId);
  return decideSellers(merchantUserId, described, await findKnownSellers(tx, merchantUserId, described));
};
