import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { keepFunding } from '../../store/payouts/keep-funding';

type Body = components['schemas']['ToldPayoutFunding'];

/** POST /internal/payout-funding: payment-gateway tells what an account holds, and hears what runs will need of it. */
export const tellPayoutFunding = (db: Database, clock: Clock): Operation<Body> => ({
  handle: async ({ body }) => ({ status: 200, body: await keepFunding(db, body, toIso(clock.now())) }),
});
