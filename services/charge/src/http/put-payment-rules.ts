import { toIso, type Clock } from '@repasse/chassis/clock';
import type { Operation } from '@repasse/chassis/http/app';
import type { components } from '@repasse/contracts/generated/http/charge';
import { paymentRulesDefault } from '../domain/charge.terms';
import type { PaymentRuleStore } from '../store/payment-rules';
import { userIdOf } from './caller';
import { paymentRulesBody } from './wire/payment-rules-body';

type Body = components['schemas']['PutPaymentRules'];

/** PUT /payment-rules: what is left out has its default again. */
export const putPaymentRules = (rules: PaymentRuleStore, clock: Clock): Operation<Body> => ({
  handle: async (request) => {
    const wanted = paymentRulesBody({ ...paymentRulesDefault, ...request.body });
    return { status: 200, body: paymentRulesBody(await rules.put(userIdOf(request), wanted, toIso(clock.now()))) };
  },
});
