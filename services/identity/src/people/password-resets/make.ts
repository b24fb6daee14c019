import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { newSecret } from '../../new-secret';
import { type PeopleDependencies } from '../dependencies';
import { hashOfSecret } from '../secrets';
import { expiryOf } from './rules';
import { insertReset } from './table';

export interface MadeReset {
  readonly resetId: string;
  readonly secret: string;
  readonly expiresAt: string;
}

/** Leaves earlier ones open: a person may have asked twice and follow the first link. */
export const makeReset = async (
  tx: Tx,
  { clock, ids }: Pick<PeopleDependencies, 'clock' | 'ids'>,
  personId: string,
): Promise<MadeReset> => {
  const now = clock.now();
  const [resetId, secret, expiresAt] = [`prs_${ids.ulid()}`, newSecret(), expiryOf(now)];
  await insertReset(
    tx,
    { resetId, personId, createdAt: toIso(now), expiresAt },
    hashOfSecret('password reset', secret),
  );
  return { resetId, secret, expiresAt };
};
