import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { orderIdOf } from '../src/providers/cielo/order-id';
import { cardNotMadeAfterMs } from '../src/payments/domain/due-time';
import { type Acquirer, acquirerEnv, startAcquirer } from './support/acquirer';
import { type Answer, fromInside, guardTimings, newRequest, quickTimings } from './support/gateway';
import { type Merchant, merchantId, startMerchant } from './support/merchant';

const securityCode = '987';
const approved = '4024007100000040';
const denied = '4024007100000032';
const notificationToken = 'a-notification-token';

let clock: FakeClock;
let acquirer: Acquirer;
let merchant: Merchant;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  acquirer = await startAcquirer(clock);
  merchant = await startMerchant(
    { clock, guardTimings, providerTimings: quickTimings },
    {
      ...acquirerEnv(acquirer),
      CIELO_NOTIFICATION_TOKENS: notificationToken,
    },
  );
});
afterAll(async () => {
  await merchant.stop();
  await acquirer.stop();
});

const pay = (body: object): Promise<Answer> =>
  merchant.gateway.call('POST', '/internal/card-payments', { body, headers: fromInside });

const newCardRequest = (number = approved) => {
  const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const { paymentId, body } = newRequest({ userId: merchantId, expiresAt });
  const { paymentMethod, ...rest } = body;
  expect(paymentMethod).toBe('PIX');
  const card = { number, holderName: 'FULANA', expirationMonth: 12, expirationYear: 2030, securityCode };
  return { paymentId, body: { ...rest, installments: 3, card } };
};
const sold = () => acquirer.asked().filter((operation) => operation === 'sell').length;
const never = { kind: 'silent' } as const;

describe('a card payment', () => {
  it('that is approved returns the receipt, and is published with its installments', async () => {
    const { paymentId, body } = newCardRequest();
    const answer = await pay(body);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        paymentId,
        status: 'RECEIVED',
        provider: 'CIELO',
        card: { brand: 'VISA', last4: '0040', installments: 3 },
        receipts: [{ amountMinor: 10_000 }],
        pix: null,
        decline: null,
      },
    });
    const events = await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    expect(events.at(-1)?.data).toMatchObject({ amountMinor: 10_000, installments: 3 });
  });

  it('that is declined answers why, with 200: the charge informs the payer', async () => {
    const { paymentId, body } = newCardRequest(denied);

    expect(await pay(body)).toMatchObject({
      status: 200,
      body: { status: 'FAILED', decline: { declineCode: expect.any(String) as string }, card: { last4: '0032' } },
    });
    const events = await merchant.gateway.expectPublished(paymentId, ['requested', 'failed']);
    expect(events.at(-1)?.data).toMatchObject({ reason: 'DECLINED', declineCode: expect.any(String) as string });
  });

  it('asked for again is not sent again', async () => {
    const { body } = newCardRequest();
    const first = await pay(body);
    const before = sold();

    expect((await pay(body)).body).toEqual(first.body);
    expect(sold()).toBe(before);
    expect(await pay({ ...body, installments: 2 })).toMatchObject({ status: 409 });
  });

  it('can be given back, one refund after the other', async () => {
    const { paymentId, body } = newCardRequest();
    const invoiceId = Number((await pay(body)).body['invoiceId']);
    const both = await Promise.all(['30.00', '20.00'].map((amount) => merchant.refund(invoiceId, { amount })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);

    // The acquirer wants a pause between two voids of one sale.
    await eventually(async () => {
      clock.advance(60_000);
      return (
        (await merchant.gateway.published(paymentId)).filter(({ type }) => type.endsWith('settled.v1')).length === 2
      );
    });
    expect(await acquirer.salesOf(orderIdOf(paymentId))).toMatchObject([{ voidedAmount: 5_000 }]);
    expect((await merchant.refunds(invoiceId)).body).toMatchObject({ refundable: '50.00' });
  });
});

describe('a card payment the acquirer never answered', () => {
  /** Neither the sale nor the lookups after it are answered. */
  const silence = (isDone: boolean) => {
    acquirer.next('sell', { ...never, isDone });
    for (let n = 0; n < 4; n++) acquirer.next('find', { ...never, isDone: false });
  };

  it('is in doubt, and found to be paid when it was', async () => {
    const { paymentId, body } = newCardRequest();
    silence(true);
    expect(await pay(body)).toMatchObject({ status: 200, body: { status: 'UNKNOWN', receipts: [] } });
    const before = sold();

    await eventually(async () => {
      clock.advance(30_000);
      return (await merchant.gateway.getPayment(paymentId)).body['status'] === 'RECEIVED';
    });
    expect(sold()).toBe(before);
    expect((await merchant.gateway.getPayment(paymentId)).body).toMatchObject({
      receipts: [{ amountMinor: 10_000 }],
      card: { last4: '0040' },
      providerReference: expect.any(String) as string,
    });
  });

  it('is found not to have been made when it was not, and only after long enough', async () => {
    const { paymentId, body } = newCardRequest();
    const askedAtMs = clock.now().getTime();
    silence(false);
    expect((await pay(body)).body).toMatchObject({ status: 'UNKNOWN' });
    const before = sold();

    await eventually(async () => {
      clock.advance(30_000);
      return (await merchant.gateway.getPayment(paymentId)).body['status'] === 'FAILED';
    });
    const events = await merchant.gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'failed']);
    const failedAtMs = Date.parse(events.at(-1)?.time ?? '');
    expect(failedAtMs).toBeGreaterThanOrEqual(askedAtMs + cardNotMadeAfterMs);
    expect(events.at(-1)?.data).toMatchObject({ reason: 'PROVIDER_ERROR' });
    expect(sold()).toBe(before);
  });

  it('is looked for later too, so that a sale which shows up late is no money for nothing', async () => {
    const { paymentId, body } = newCardRequest();
    silence(true);
    expect((await pay(body)).body).toMatchObject({ status: 'UNKNOWN' });
    acquirer.always('find', { kind: 'answer', status: 404, body: '', isDone: false });
    await eventually(async () => {
      clock.advance(15_000);
      return (await merchant.gateway.getPayment(paymentId)).body['status'] === 'FAILED';
    });
    acquirer.always('find', undefined);

    await eventually(async () => {
      clock.advance(60_000);
      return (await merchant.gateway.getPayment(paymentId)).body['status'] === 'RECEIVED';
    });
    await merchant.gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'failed', 'received']);
  });
});

it('leaves nothing of a card in the database', async () => {
  const { body } = newCardRequest();
  await pay(body);
  const { number } = body.card;
  const tables = ['events', 'outbox', 'payments', 'payers', 'receipts', 'provider_calls', 'idempotency_keys'];
  // The raw record is written a moment later.
  await eventually(async () => {
    const rows = await merchant.gateway.db.query(`select 1 from provider_calls where operation like '%sale%'`);
    return rows.length > 0 || undefined;
  });
  for (const table of tables) {
    const rows = await merchant.gateway.db.query<{ row: string }>(`select t::text as row from ${table} t`);
    for (const { row } of rows) {
      expect(row).not.toContain(number);
      expect(row).not.toMatch(/FULANA|"SecurityCode":"987"/);
    }
  }
});
