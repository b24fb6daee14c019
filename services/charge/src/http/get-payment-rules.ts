import { type Operation } from '@repasse/chassis/http/app';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { userIdOf } from './caller';
import { paymentRulesBody } from './wire/payment-rules-body';

/** GET /payment-rules */
export const getPaymentRules = (merchantRules: MerchantRuleStore): Operation => ({
  handle: async (request) => {
    const { payments } = await merchantRules.latest(userIdOf(request));
    return { status: 200, body: paymentRulesBody(payments) };
  },
});
