import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type Attempt, type Charge, type MerchantApi, request } from './api';
import { readBalance } from './balances';
import { payByCard, saleOf, testCards } from './cards';
import { createCryptoPayment } from './coins';
import { typeStep } from './runbook';
import { sandboxWorld } from './sandbox-world';

type Created = Charge & { readonly checkoutToken: string };

/** Providers are asked again with growing pauses where one of them was busy. */
const patient = { timeoutMs: 120_000 };

/** What merchants and payers do, once each: every way to pay, to fail and to go back. */
export const travelEveryWay = async (merchant: MerchantApi, dataFolder: string): Promise<void> => {
  const journeys = [byPix, byCardAndDisputed, fromAbroad, byCoins, canceled, withWrongSecret];
  await Promise.all(journeys.map((journey) => journey(merchant)));
  // What is measured when an operator asks, and from time to time.
  expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  await typeStep('npm run -s admin -- --data "$DATA" invoice-query differences', { DATA: dataFolder });
};

const hasHappened = (merchant: MerchantApi, chargeId: string, type: string): Promise<unknown> =>
  eventuallyHolds(async () => expect(await merchant.timelineTypes(chargeId)).toContain(type), patient);

/** With a webhook, a second payment of the same code, a withdrawal, and a refund of a part. */
const byPix = async (merchant: MerchantApi): Promise<void> => {
  const { body } = await merchant.createPixCharge({
    ...{ grossAmount: '500.00', webhookUrl: merchant.inboxUrl(`watched-${String(merchant.stack.merchant.userId)}`) },
  });
  await merchant.pay(body.checkoutMeta.emv);
  await hasHappened(merchant, body.chargeId, 'repasse.split.settled.v1');
  await merchant.payAllTheSame(body.checkoutMeta.emv);
  await hasHappened(merchant, body.chargeId, 'repasse.charge.surplus_received.v1');
  await withdraw(merchant);
  const { invoiceId } = await merchant.attempt(body.id);
  const refund = await merchant.post(`/refunds/invoice/${String(invoiceId)}`, { amount: '50.00' });
  expect(refund).toMatchObject({ status: 200 });
  await hasHappened(merchant, body.chargeId, 'repasse.charge.refunded.v1');
};

const withdraw = async (merchant: MerchantApi): Promise<void> => {
  const { stack } = merchant;
  const available = async () => (await readBalance(stack, stack.merchant.userId)).available;
  await eventuallyHolds(async () => expect(await available()).toBeGreaterThan(20_000), patient);
  const asked = { amount: '100.00', payCurrency: 'usdtbsc', payAddress: `0x${'7'.repeat(40)}` };
  const { body } = await merchant.post<{ readonly id: string }>('/withdrawals', asked);
  await eventuallyHolds(
    async () => expect((await merchant.get(`/withdrawals/${body.id}`)).body).toMatchObject({ status: 'PAID' }),
    { timeoutMs: 180_000 },
  );
};

const byCardAndDisputed = async (merchant: MerchantApi): Promise<void> => {
  const { stack } = merchant;
  const { body } = await merchant.post<Created>('/charge', { grossAmount: '90.00', currency: 'BRL' });
  const open = { chargeId: body.id, checkoutToken: body.checkoutToken };
  expect((await payByCard(stack, open, testCards.insufficientFunds)).status).toBe(402);
  const { body: paid } = await payByCard(stack, open, testCards.approved);
  await hasHappened(merchant, open.chargeId, 'repasse.split.settled.v1');
  const dispute = { paymentId: await saleOf(stack, paid), status: 'Received' };
  expect((await request('POST', `${stack.sandboxUrl}/sandbox/card/chargeback`, { body: dispute })).status).toBe(200);
  await hasHappened(merchant, open.chargeId, 'repasse.dispute.opened.v1');
};

const fromAbroad = async (merchant: MerchantApi): Promise<void> => {
  const { body } = await merchant.post<Attempt>('/charge', {
    ...{ grossAmount: '300.00', currency: 'BRL', paymentMethod: 'INTERNATIONAL', checkoutCurrency: 'USD' },
  });
  const { publicToken } = body.checkoutMeta as { readonly publicToken?: string };
  await sandboxWorld(merchant.stack).payInternational(publicToken ?? '');
  await hasHappened(merchant, body.chargeId, 'repasse.charge.paid.v1');
};

const byCoins = async (merchant: MerchantApi): Promise<void> => {
  const { body } = await createCryptoPayment(merchant);
  await sandboxWorld(merchant.stack).depositCoins(body.pay_address);
  await eventuallyHolds(async () => {
    const invoice = await merchant.get<{ readonly response: { readonly status: string } }>(
      `/invoices/payment-gateway/${body.id}`,
    );
    expect(invoice.body.response.status).toBe('PAID');
  }, patient);
};

const canceled = async (merchant: MerchantApi): Promise<void> => {
  const { body } = await merchant.createPixCharge();
  expect((await merchant.post(`/charge/${body.chargeId}/cancel`, {})).status).toBe(200);
  await hasHappened(merchant, body.chargeId, 'repasse.charge.canceled.v1');
};

const withWrongSecret = async ({ stack: { baseUrl, merchant } }: MerchantApi): Promise<void> => {
  const key = Buffer.from(`${merchant.clientId}:wrong`).toString('base64');
  const answer = await request('POST', `${baseUrl}/oauth/token`, {
    rawBody: 'grant_type=client_credentials',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${key}` },
  });
  expect(answer.status).toBe(401);
};
