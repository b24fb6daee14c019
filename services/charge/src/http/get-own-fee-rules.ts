import { type Operation } from '@repasse/chassis/http/app';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { userIdOf } from './caller';
import { feeRulesBody } from './wire/fee-rules-body';

/** GET /fee-rules */
export const getOwnFeeRules = (merchantRules: MerchantRuleStore): Operation => ({
  handle: async (request) => {
    const userId = userIdOf(request);
    return { status: 200, body: feeRulesBody(userId, (await merchantRules.latest(userId)).fees) };
  },
});
