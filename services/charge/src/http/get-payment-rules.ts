import type { Operation } from '@repasse/chassis/http/app';
import type { PaymentRuleStore } from '../store/payment-rules';
import { userIdOf } from './caller';
import { paymentRulesBody } from './wire/payment-rules-body';

/** GET /payment-rules */
export const getPaymentRules = (rules: PaymentRuleStore): Operation => ({
  handle: async (request) => ({ status: 200, body: paymentRulesBody(await rules.of(userIdOf(request))) }),
});
