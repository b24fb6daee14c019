import { type Projection } from '@repasse/chassis/projection/projection';
import { chargesProjection } from './charges';
import { paymentsProjection } from './payments';
import { timelineProjection } from './timeline';

/** Every view that a rebuild can make anew. */
export const views: readonly Projection[] = [chargesProjection, paymentsProjection, timelineProjection];
