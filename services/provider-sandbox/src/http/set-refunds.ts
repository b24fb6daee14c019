import { type Operation } from '@repasse/chassis/http/app';
import { type PartialRefundBehaviours, type RefundSwitches } from '../store/refund-switches';

/** PUT /sandbox/refunds replaces all of it; refunds that are under way end as it says when they are due. */
export const setRefunds = (refunds: RefundSwitches): Operation<PartialRefundBehaviours> => ({
  handle: async ({ body }) => {
    await refunds.set(body);
    return { status: 200, body: refunds.get() };
  },
});
