import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { assertNever } from '@repasse/chassis/decider';
import { type Request, type RequestHandler, type Router } from 'express';
import { type ProviderAnswer, send } from '../answer';
import { plain } from '../api';
import { fieldsOf, guidParam } from '../request';
import { type Order } from './order';
import { pay } from './pay';
import { type CardVerdict } from './pay-order';
import { type Revolut } from './revolut';
import { widgetPage } from './widget-page';
import { localeOf, widgetText, type WidgetText } from './widget-text';

/** Beside src and dist alike; an image has the folder as it has the migrations. */
const filesRoot = resolve(__dirname, '../../../widget');
export const widgetBodyLimitBytes = 4_096;

/** The payer's side of Revolut: the web SDK and its page. Chaos leaves it alone, as it leaves the payer's bank alone. */
export const widgetRoutes = (router: Router, revolut: Revolut): void => {
  router.get('/embed.js', file('embed.js', 'text/javascript'));
  router.get('/assets/pay.js', file('pay.js', 'text/javascript'));
  router.get('/assets/pay.css', file('pay.css', 'text/css'));
  router.get('/pay/:token', plain(revolut, showWidget));
  router.post('/pay/:token', plain(revolut, payAtWidget));
};

/** Read once: nothing a browser names reaches the disk. */
const file = (name: string, contentType: string): RequestHandler => {
  const text = readFileSync(resolve(filesRoot, name), 'utf8');
  return (_request, response) =>
    send(response, { status: 200, contentType, headers: { 'cache-control': 'no-cache' }, body: text });
};

/** Any merchant may frame it, as with the real one; beyond its own files it can do nothing. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** GET /pay/{token}: what the web SDK shows in its frame. */
const showWidget = async ({ orders }: Revolut, request: Request): Promise<ProviderAnswer> => {
  const order = await orders.findBy({ token: guidParam(request, 'token') });
  if (order === undefined) return { status: 404, contentType: 'text/html', body: '<!DOCTYPE html><h1>404</h1>' };
  const view = request.query['view'] === 'card' ? 'card' : 'popup';
  return {
    status: 200,
    contentType: 'text/html',
    headers: { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    body: widgetPage(order, localeOf(request.query['locale']), view),
  };
};

/** POST /pay/{token}: the payer pressed pay. Answers what the page shows and what the SDK tells the merchant's page. */
const payAtWidget = async (revolut: Revolut, request: Request): Promise<ProviderAnswer> => {
  const { number, expiry } = fieldsOf(request.body);
  const isCard = typeof number === 'string' && /^\d{12,19}$/.test(number) && typeof expiry === 'string';
  const text = widgetText(localeOf(request.query['locale']));
  if (!isCard || !/^\d{2}\/\d{2}$/.test(expiry))
    return { status: 400, body: shown('error', text.unreachable, { type: 'error.unknown' }) };

  const paying = await pay(revolut, guidParam(request, 'token'), number);
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
  error,
});
