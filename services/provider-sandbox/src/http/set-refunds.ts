import { type Operation } from '@repasse/chassis/http/app';
import { type PartialRefundBehaviours, type RefundSwitches } from '../store/refund-switches';
import { type Sweeper } from '../sweeper';

/** PUT /sandbox/refunds replaces all of it; refunds that are under way end as it says when they are due. */
export const setRefunds = (
  refunds: RefundSwitches,
  sweeper: Pick<Sweeper, 'wake'>,
): Operation<PartialRefundBehaviours> => ({
  handle: async ({ body }) => {
    await refunds.set(body);
    sweeper.wake();
    return { status: 200, body: refunds.get() };
  },
});
