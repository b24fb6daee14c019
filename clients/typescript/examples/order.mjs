// An order from its charge to the payout: created, paid, told of by webhook, a part of it given back, and the balance paid
// out. The payer is the sandbox here, and its inbox stands for your back end. Addresses and keys of `npm start` are in
// .local/stack.json.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isApiError, Repasse, toMinor, WebhookVerificationError } from '@repasse/sdk';

const { REPASSE_BASE_URL, REPASSE_SANDBOX_URL, REPASSE_CLIENT_ID, REPASSE_CLIENT_SECRET, REPASSE_WEBHOOK_SECRET } =
  process.env;
const repasse = new Repasse({
  baseUrl: REPASSE_BASE_URL,
  clientId: REPASSE_CLIENT_ID,
  clientSecret: REPASSE_CLIENT_SECRET,
  webhookSecrets: [REPASSE_WEBHOOK_SECRET],
});
/** For what the providers do, on a busy machine. */
const waitMs = 120_000;

const main = async () => {
  const reference = `order-${randomUUID()}`;
  const inbox = `${REPASSE_SANDBOX_URL}/sandbox/inbox/${reference}`;
  const chargeId = await create(reference, inbox);
  const paid = await eventually(() => paidEventIn(inbox));
  const refund = await eventually(() => granted(repasse.refunds.requestCharge(chargeId, { amount: '50.00' })));
  assert.equal(toMinor((await repasse.refunds.listCharge(chargeId)).refundable), 150_00);
  const body = { amount: '100.00', payCurrency: 'usdtbsc', payAddress: `0x${'7'.repeat(40)}` };
  const payout = await eventually(() => granted(repasse.withdrawals.request(body)));
  await eventually(async () => (await repasse.withdrawals.get(payout.id)).status === 'PAID');
  console.log(JSON.stringify({ chargeId, paidEventId: paid.id, refundId: refund.id, payoutId: payout.id }));
};

/** A charge that names its method comes with its attempt, and the attempt with what the payer needs. */
const create = async (externalReference, webhookUrl) => {
  const body = { grossAmount: '200.00', currency: 'BRL', paymentMethod: 'PIX', externalReference, webhookUrl };
  const options = { idempotencyKey: externalReference };
  const attempt = await repasse.charges.create(body, options);
  // A crash between the request and its answer ends in the same charge.
  const again = await repasse.charges.create(body, options).withResponse();
  assert.deepEqual([again.data.id, again.response.isReplayed], [attempt.id, true]);
  const { emv } = attempt.checkoutMeta;
  const headers = { 'content-type': 'application/json' };
  await fetch(`${REPASSE_SANDBOX_URL}/sandbox/pix/pay`, { method: 'POST', headers, body: JSON.stringify({ emv }) });
  return attempt.chargeId;
};

const paidEventIn = async (inbox) => {
  for (const { rawBody, headers } of await (await fetch(inbox)).json()) {
    const event = await repasse.webhooks.unwrap(rawBody, headers);
    // A message that anybody has touched is nobody's.
    await assert.rejects(repasse.webhooks.unwrap(rawBody.replace('200.00', '2.00'), headers), WebhookVerificationError);
    if (event.type === 'charge.paid') return event;
  }
  return undefined;
};

/** Undefined while the books do not allow it yet: they follow the payment within moments. */
const granted = (asked) =>
  asked.catch((thrown) => {
    if (isApiError(thrown) && [409, 422].includes(thrown.status)) return undefined;
    throw thrown;
  });

const eventually = async (ask) => {
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await pause(250)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error('It did not happen in time.');
};

await main();
