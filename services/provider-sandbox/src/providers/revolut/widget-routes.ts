import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type RequestHandler, type Router } from 'express';
import { send } from '../answer';
import { plain } from '../api';
import { payAtWidget } from './pay-at-widget';
import { type Revolut } from './revolut';
import { showWidget } from './show-widget';

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
