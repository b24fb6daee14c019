import { assertNever } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { pay, type Paying } from '../providers/revolut/pay';
import { type CardVerdict, type PayOutcome } from '../providers/revolut/pay-order';
import { type Revolut } from '../providers/revolut/revolut';

type PayInternationalBody = components['schemas']['PayInternational'];

/** The reason of a declined or failed payment when the request gives none. */
const declineReasons: Readonly<Partial<Record<PayOutcome, string>>> = {
  declined: 'insufficient_funds',
  failed: 'customer_challenge_failed',
};

/** POST /sandbox/international/pay: a payer at the widget, without the widget. */
export const payInternational = (revolut: Revolut): Operation<PayInternationalBody> => ({
  handle: async ({ body }) => {
    const { token, outcome, declineReason, cardNumber } = body;
    // The card number decides the outcome unless the request names one.
    if (outcome === undefined && cardNumber !== undefined) return describe(await pay(revolut, token, cardNumber));
    const wanted = outcome ?? 'paid';
    const verdict: CardVerdict = {
      outcome: wanted,
      declineReason: declineReason ?? declineReasons[wanted] ?? '',
    };
    return describe(await pay(revolut, token, verdict));
  },
});

const describe = (paying: Paying): ApiResponse => {
  switch (paying.kind) {
    case 'not_found':
      return problem({ status: 404, code: 'sandbox.order_not_found', detail: 'No order has this token.' });
    case 'not_payable': {
      const detail = `The order is ${paying.order.state}.`;
      return problem({ status: 409, code: 'sandbox.order_not_payable', detail });
    }
    case 'tried': {
      const { id, state, payments } = paying.order;
      const payment = payments.at(-1);
      const declineReason = payment?.declineReason ?? null;
      return { status: 200, body: { orderId: id, state, paymentState: payment?.state ?? null, declineReason } };
    }
    default:
      return assertNever(paying);
  }
};
