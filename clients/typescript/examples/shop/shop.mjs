// A shop of one page: it sells, is told by webhook that it was paid, and gives money back. Orders live in memory, so that
// nothing but the payments is in the way; a real shop keeps them in its database.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { isApiError, Repasse, WebhookVerificationError } from '@repasse/sdk';

const {
  PORT = '3000',
  EMBED,
  REPASSE_URL,
  REPASSE_CLIENT_ID,
  REPASSE_CLIENT_SECRET,
  REPASSE_WEBHOOK_SECRET,
} = process.env;
const repasse = new Repasse({
  baseUrl: REPASSE_URL,
  clientId: REPASSE_CLIENT_ID,
  clientSecret: REPASSE_CLIENT_SECRET,
  webhookSecrets: [REPASSE_WEBHOOK_SECRET],
});

const price = '49.90';
/** By id: `{id, chargeId, checkoutUrl, pixCode, status}`. */
const orders = new Map();
/** A webhook may come twice; its id is the same then. */
const seen = new Set();

const app = express();

app.get('/', (_, response) => {
  response.send(`<h1>Coffee, R$ ${price}</h1><form method="post" action="/orders"><button>Buy</button></form>`);
});

/** The order's id is the key: should the answer get lost, the same call finds the charge that was made. */
app.post('/orders', async (request, response) => {
  const id = randomUUID();
  const charge = await repasse.charges.create(
    {
      grossAmount: price,
      currency: 'BRL',
      paymentMethod: 'PIX',
      externalReference: id,
      webhookUrl: `http://localhost:${app.locals.port}/webhooks`,
    },
    { idempotencyKey: id },
  );
  const order = {
    ...{ id, chargeId: charge.chargeId, checkoutUrl: charge.checkoutUrl, status: 'waits for payment' },
    pixCode: charge.checkoutMeta?.method === 'PIX' ? charge.checkoutMeta.emv : undefined,
  };
  orders.set(id, order);
  // A browser goes to the page where the payer pays; a program gets the code to show by itself.
  const page = EMBED === 'true' ? `/orders/${id}/pay` : order.checkoutUrl;
  if (request.accepts(['html', 'json']) === 'html') response.redirect(303, page);
  else response.status(201).json(order);
});

/** With EMBED=true the payer stays here. The merchant's profile has to name this shop's origin (frameOrigins). */
app.get('/orders/:id/pay', (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined) return response.status(404).send('There is no such order.');
  const { origin } = new URL(order.checkoutUrl);
  response.set('Content-Security-Policy', `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}`);
  return response.send(`<!doctype html><html lang="en"><title>Coffee</title>
    <h1>Coffee, R$ ${price}</h1><p id="news" role="status"></p>
    <repasse-pix lang="en" src="${order.checkoutUrl}"></repasse-pix>
    <script src="/pay.js"></script><script async src="${origin}/checkout/elements/v1/repasse-pix.js"></script>`);
});

/** For the payer's eyes only: a browser can be made to say anything, so goods leave by the webhook. */
app.get('/pay.js', (_, response) => {
  response.type('js').send(`const news = document.querySelector('#news');
    const say = (type, text) => document.querySelector('repasse-pix').addEventListener(type, () => (news.textContent = text));
    say('paid', 'Thank you! Your coffee is on its way.');
    say('expired', 'The time to pay is over.');
    say('error', 'The code cannot be shown.');`);
});

/** A charge's own address is told of payments only, so an order whose money goes back is looked up when it is asked for. */
app.get('/orders/:id', async (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined) return response.status(404).json({ title: 'There is no such order.' });
  if (order.status === 'refund asked for') await refresh(order.chargeId);
  return response.json(order);
});

/** The bytes as they came, since they are what is signed. */
app.post('/webhooks', express.raw({ type: () => true }), async (request, response) => {
  const event = await repasse.webhooks.unwrap(request.body, request.headers);
  if (!seen.has(event.id) && event.type === 'charge.paid') await refresh(event.data.charge.id);
  seen.add(event.id);
  response.sendStatus(204);
});

const statuses = { PAID: 'paid', EXPIRED: 'expired', REFUNDED: 'refunded' };

/** What a webhook says is old when it comes late, so it is a reason to look, and the API says how things are. */
const refresh = async (chargeId) => {
  const { externalReference, status } = await repasse.charges.get(chargeId);
  const order = orders.get(externalReference);
  const isAwaited = order?.status === 'refund asked for' && status === 'PAID';
  if (order !== undefined && !isAwaited) order.status = statuses[status] ?? order.status;
};

app.post('/orders/:id/refund', async (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined) return response.status(404).json({ title: 'There is no such order.' });
  // One refund an order: asked for once more, it is the same one.
  await repasse.refunds.requestCharge(order.chargeId, { amount: price }, { idempotencyKey: `refund-${order.id}` });
  order.status = 'refund asked for';
  return response.status(202).json(order);
});

/** Four arguments make it express' handler of errors. */
app.use((error, _request, response, _next) => {
  // Answered with 400, a message is sent again later; nothing of it was believed.
  if (error instanceof WebhookVerificationError) response.status(400).json({ title: 'The signature is wrong.' });
  else if (isApiError(error)) response.status(502).json({ title: error.message, code: error.code });
  else response.status(500).json({ title: 'Something broke.' });
});

const server = app.listen(Number(PORT), () => {
  app.locals.port = server.address().port;
  console.log(`The shop is open: http://localhost:${app.locals.port}`);
});
