import { type Request } from 'express';
import { type ProviderAnswer } from '../answer';
import { idOf, type Revolut } from './revolut';
import { localeOf } from './widget-text';
import { widgetPage } from './widget-page';

/** Any merchant may frame it, as with the real one; beyond its own files it can do nothing. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** GET /pay/{token}: what a checkout_url leads to, and what the web SDK shows in its frame. */
export const showWidget = async ({ orders }: Revolut, request: Request): Promise<ProviderAnswer> => {
  const found = await orders.findByToken(idOf(request, 'token'));
  if (found === undefined) return { status: 404, contentType: 'text/html', body: '<!DOCTYPE html><h1>404</h1>' };
  const view = request.query['view'] === 'card' ? 'card' : 'popup';
  return {
    status: 200,
    contentType: 'text/html',
    headers: { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    body: widgetPage(found.order, localeOf(request.query['locale']), view),
  };
};
