import { type Operation } from '@repasse/chassis/http/app';
import { type RefundSwitches } from '../store/refund-switches';

/** GET /sandbox/refunds */
export const getRefunds = (refunds: RefundSwitches): Operation<undefined> => ({
  handle: async () => ({ status: 200, body: refunds.get() }),
});
