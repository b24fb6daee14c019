import { toIso } from '@repasse/chassis/clock';
import { type Request } from 'express';
import { type ProviderAnswer } from '../answer';
import { fieldsOf } from '../request';
import { changeOrder } from './change';
import { cancelOrder as cancel, captureOrder as capture } from './change-order';
import { describeOrder } from './describe-order';
import { idOf, notFound, originOf, type Revolut, type RevolutEndpoint, revolutError } from './revolut';
import { type Order, type OrderDecision } from './order';
import { isAmount } from './order-rules';

/** POST /orders/{id}/cancel: only what is pending or authorised. */
export const cancelOrder: RevolutEndpoint = (revolut, request) => end(revolut, request, 'cancelled', cancel);

/** POST /orders/{id}/capture: once, all or a part; the rest is void. The same amount again only reads. */
export const captureOrder: RevolutEndpoint = async (revolut, request) => {
  const given = fieldsOf(request.body)['amount'];
  if (given !== undefined && !isAmount(given))
    return revolutError('bad_request', `'amount' is not valid`, revolut.clock.now());
  return end(revolut, request, 'captured so', (order, now) => capture(order, given ?? order.terms.amount, now));
};

const end = async (
  revolut: Revolut,
  request: Request,
  done: string,
  decide: (order: Order, now: string) => OrderDecision | undefined,
): Promise<ProviderAnswer> => {
  const now = revolut.clock.now();
  const answer = await changeOrder(revolut, idOf(request), (order, refunds) => {
    const decision = decide(order, toIso(now));
    const [ended] = decision?.orders ?? [];
    if (ended === undefined)
      return { answer: revolutError('order_invalid_state', `Order in state '${order.state}' cannot be ${done}`, now) };
    return { ...decision, answer: { status: 200, body: describeOrder(ended, refunds, originOf(request)) } };
  });
  return answer ?? notFound(now);
};
