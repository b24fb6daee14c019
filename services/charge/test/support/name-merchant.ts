import { eventually } from '@repasse/chassis/testing/eventually';
import { emailHashOf } from '../../src/workflow/resolve-recipients';
import { type MerchantProfile } from '../../src/store/users';
import { merchantId, type ChargeService } from './charge-service';

const at = '2026-11-20T09:00:00.000Z';
const key = String(merchantId);

/** The merchant of the tests says who they are to payers; the first call also registers them. */
export const nameMerchant = async (charge: ChargeService, profile: MerchantProfile, position = 2): Promise<void> => {
  if (position === 2) {
    const [emailHash, profiles] = [emailHashOf('merchant@merchant.example'), ['CUSTOMER' as const]];
    const registered = { userId: merchantId, emailHash, status: 'ACTIVE' as const, profiles, registeredAt: at };
    await charge.publish('repasse.user.registered.v1', key, 1, registered);
  }
  const changed = { userId: merchantId, ...profile, changedAt: at };
  await charge.publish('repasse.user.profile_changed.v1', key, position, changed);
  await eventually(async () => {
    const sql = `select from users where merchant_profile ->> 'displayName' = $1`;
    return (await charge.db.query(sql, [profile.displayName])).length === 1;
  });
};
