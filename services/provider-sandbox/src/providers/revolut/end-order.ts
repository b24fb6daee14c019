import { toIso } from '@repasse/chassis/clock';
import { isObject } from '../fields';
import { changeOrder } from './change';
import { cancelOrder as cancel, captureOrder as capture } from './change-order';
import { describeOrder } from './describe-order';
import { notFound, revolutError } from './guarded';
import { isAmount } from './order-rules';
import { idOf, originOf, type RevolutEndpoint } from './revolut';

/** POST /orders/{id}/cancel: only what is pending or authorised. */
export const cancelOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const changed = await changeOrder(revolut, idOf(request), ({ order }) => {
    const decision = cancel(order, toIso(now));
    return { decision, answer: decision !== undefined };
  });
  if (changed === undefined) return notFound(now);
  if (!changed.answer)
    return revolutError('order_invalid_state', `Order in state '${changed.order.state}' cannot be cancelled`, now);
  return { status: 200, body: describeOrder(changed.order, changed.refunds, originOf(request)) };
};

/** POST /orders/{id}/capture: once, all or a part; the rest is void. The same amount again only reads. */
export const captureOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const given = isObject(request.body) ? request.body['amount'] : undefined;
  if (given !== undefined && !isAmount(given)) return revolutError('bad_request', `'amount' is not valid`, now);
  const changed = await changeOrder(revolut, idOf(request), ({ order }) => {
    const decision = capture(order, given ?? order.terms.amount, toIso(now));
    return { decision, answer: decision !== undefined };
  });
  if (changed === undefined) return notFound(now);
  if (!changed.answer)
    return revolutError('order_invalid_state', `Order in state '${changed.order.state}' cannot be captured so`, now);
  return { status: 200, body: describeOrder(changed.order, changed.refunds, originOf(request)) };
};
