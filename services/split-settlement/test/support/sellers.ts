import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { verifiedSeller } from './payees';
import { tokenOf, type RunningService } from './running-service';
import { fundsFor } from './withdrawals';

/** Makes verified sellers of a running service, with numbers from `firstUserId` on. */
export const createSellers = (serviceOf: () => RunningService, firstUserId: number) => {
  let nextUserId = firstUserId;
  const balanceOf = async (userId: number) => (await serviceOf().get('/balance', tokenOf(userId))).body;

  /** A seller with this balance, fees aside. */
  const seller = async (amountMinor: number, managerUserId: number | null = null): Promise<number> => {
    const userId = nextUserId++;
    const funds = amountMinor > 0 ? [fundsFor(userId, amountMinor)] : [];
    await serviceOf().publish([...verifiedSeller(userId, { managerUserId }), ...funds]);
    await eventuallyHolds(async () => {
      const found = await serviceOf().db.query('select from payout_destinations where user_id = $1', [userId]);
      expect(found).toHaveLength(1);
      if (amountMinor > 0) expect(await balanceOf(userId)).not.toMatchObject({ available: '0.00' });
    });
    return userId;
  };
  const writerOf = (userId: number): string => tokenOf(userId, 'CUSTOMER', 'withdrawals:write');
  return {
    seller,
    balanceOf,
    putSchedule: (userId: number, body: object, of = '') =>
      serviceOf().call('PUT', `/payout-schedule${of}`, { token: writerOf(userId), body }),
  };
};
