import { assertNever } from '@repasse/chassis/decider';
import { type Request } from 'express';
import { type ProviderAnswer } from '../answer';
import { type Order } from './order';
import { isObject } from '../fields';
import { pay } from './pay';
import { idOf, type Revolut } from './revolut';
import { type CardVerdict } from './test-cards';
import { localeOf, widgetText, type WidgetText } from './widget-text';

/** POST /pay/{token}: the payer pressed pay. Answers what the page shows and what the SDK tells the merchant's page. */
export const payAtWidget = async (revolut: Revolut, request: Request): Promise<ProviderAnswer> => {
  const { number, expiry, name } = isObject(request.body) ? request.body : {};
  const isCard = typeof number === 'string' && /^\d{12,19}$/.test(number) && typeof expiry === 'string';
  const text = widgetText(localeOf(request.query['locale']));
  if (!isCard || !/^\d{2}\/\d{2}$/.test(expiry))
    return { status: 400, body: shown('error', text.unreachable, { type: 'error.unknown' }) };

  const holderName = typeof name === 'string' && name !== '' ? name.slice(0, 60) : null;
  const paying = await pay(revolut, idOf(request, 'token'), { number, expiry, holderName });
  switch (paying.kind) {
    case 'not_found':
      return { status: 404, body: shown('error', text.unreachable, { type: 'error.unknown' }) };
    case 'not_payable':
      return { status: 409, body: notPayable(paying.order, text) };
    case 'tried':
      return { status: 200, body: tried(paying.order, paying.verdict, text) };
    default:
      return assertNever(paying);
  }
};

const notPayable = ({ state }: Order, text: WidgetText): object => {
  const isPaid = state === 'completed' || state === 'authorised';
  if (isPaid) return shown('success', text.states[state]);
  if (state === 'processing') return shown('processing', text.states.processing);
  const error = { name: 'RevolutCheckout', type: 'error.order-is-cancelled' };
  return shown('error', text.states[state], error);
};

const tried = (order: Order, { declineReason }: CardVerdict, text: WidgetText): object => {
  const { state, terms } = order;
  if (state === 'processing') return shown('processing', text.states.processing);
  if (state !== 'pending') return { ...shown('success', text.states[state]), redirectUrl: terms.redirect_url };
  const error = { name: 'RevolutCheckout', type: errorTypes[declineReason] ?? 'error.declined', code: declineReason };
  return shown('error', text.reasons[declineReason] ?? text.declined, error);
};

/** As the SDK names them. */
const errorTypes: Readonly<Record<string, string>> = {
  insufficient_funds: 'error.insufficient-funds',
  customer_challenge_failed: 'error.3ds-failed',
  expired_card: 'error.expired-card',
  do_not_honour: 'error.do-not-honour',
};

const shown = (kind: 'success' | 'processing' | 'error', message: string, error?: object): object => ({
  kind,
  message,
  ...(error === undefined ? {} : { error }),
});
