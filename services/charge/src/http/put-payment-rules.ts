import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/charge';
import { paymentRulesDefault } from '../domain/charge.terms';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { userIdOf } from './caller';
import { paymentRulesBody } from './wire/payment-rules-body';

type Body = components['schemas']['PutPaymentRules'];

/** PUT /payment-rules: a missing rule gets its default again. */
export const putPaymentRules = (merchantRules: MerchantRuleStore, clock: Clock): Operation<Body> => ({
  handle: async (request) => {
    const wanted = paymentRulesBody({ ...paymentRulesDefault, ...request.body });
    const { payments } = await merchantRules.putPayments(userIdOf(request), wanted, toIso(clock.now()));
    return { status: 200, body: paymentRulesBody(payments) };
  },
});
