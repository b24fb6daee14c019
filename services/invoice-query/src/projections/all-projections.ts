import { revokedAccess } from '@repasse/chassis/service/access';
import { type Projection } from '@repasse/chassis/projection/definition';
import { chargeDaysProjection } from './charge-days';
import { chargesProjection } from './charges';
import { disputesProjection } from './disputes';
import { invoicesProjection } from './invoices';

/** Every view that a rebuild can make anew. */
export const views: readonly Projection[] = [
  chargesProjection,
  invoicesProjection,
  disputesProjection,
  chargeDaysProjection,
  revokedAccess,
];
