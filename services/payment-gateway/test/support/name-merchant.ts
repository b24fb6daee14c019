import { eventually } from '@repasse/chassis/testing/eventually';
import { type Merchant } from '@repasse/checkout-kit/markup/merchant';
import { type Gateway } from './gateway';

/** Identity tells the gateway, in this order, who the merchant of the tests is to payers. */
export const nameMerchant = async ({ bus, db }: Gateway, ...profiles: readonly Merchant[]): Promise<void> => {
  const userId = 1_001;
  for (const profile of profiles) {
    await bus.tell('repasse.user.profile_changed.v1', String(userId), { userId, ...profile });
  }
  await eventually(async () => {
    const kept = await db.query<{ name: string }>('select display_name as name from merchant_profiles');
    return kept[0]?.name === profiles.at(-1)?.displayName;
  });
};
