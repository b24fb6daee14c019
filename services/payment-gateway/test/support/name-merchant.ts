import { eventually } from '@repasse/chassis/testing/eventually';
import type { Merchant } from '@repasse/checkout-kit/markup/merchant';
import { startTeller } from './charge-events';
import type { Gateway } from './gateway';

/** Identity tells the gateway, in this order, who the merchant of the tests is to payers. */
export const nameMerchant = async ({ env, db }: Gateway, ...profiles: readonly Merchant[]): Promise<void> => {
  const userId = 1_001;
  const identity = await startTeller(env, 'identity');
  for (const profile of profiles) {
    const changed = { userId, ...profile, changedAt: '2026-11-20T14:00:00.000Z' };
    await identity.tell('repasse.user.profile_changed.v1', String(userId), changed);
  }
  await identity.stop();
  await eventually(async () => {
    const kept = await db.query<{ name: string }>('select display_name as name from merchant_profiles');
    return kept[0]?.name === profiles.at(-1)?.displayName;
  });
};
