import { randomIds } from '@repasse/chassis/ids';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { event, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const invoiceId = 50_077;
const paymentId = `pay_${randomIds.ulid()}`;
const crypto = {
  payAddress: '0x9f2eA4c7',
  payAmount: '19.09',
  payCurrency: 'USDTBSC',
  network: 'bsc',
  memo: null,
  uri: 'ethereum:0x55d3@56/transfer?address=0x9f2eA4c7&uint256=19090000000000000000',
};

let service: RunningService;

interface Sale {
  readonly paymentId?: string;
  readonly invoiceId?: number;
}

const of = <T extends AnyEvent['type']>(type: T, position: number, change: Partial<EventData[T]> & Sale): AnyEvent => {
  const facts = { paymentId, invoiceId, userId: olga, provider: 'NOWPAYMENTS', paymentMethod: 'CRYPTO' };
  const data = { ...facts, chargeId: null, attemptId: null, amountMinor: 10_000, ...change };
  return event(type, { key: change.paymentId ?? paymentId, position, at: `0${position}.000`, data });
};

beforeAll(async () => {
  service = await startService('crypto_invoice', fakeClock('2026-11-21T12:00:00.000Z'));
  await service.tell([of('repasse.payment.requested.v1', 1, {})]);
});
afterAll(() => service.stop());

const read = async (path: string) => {
  const answer = await service.get(path, tokenOf(olga, 'CUSTOMER', 'invoices:read'));
  return (answer.body as { response: Record<string, unknown> }).response;
};

it('says nothing of coins while none are asked for', async () => {
  expect(await read(`/invoices/payment-gateway/${invoiceId}`)).toMatchObject({
    status: 'WAITING_PAYMENT',
    payment_details: {
      ...{ pay_address: '', pay_amount: '', payment_uri: '', qr_code: null, expires_at: null },
      ...{ pay_currency: '', fiat_currency: 'BRL' },
    },
  });
});

it('shows where the coins go', async () => {
  await service.tell([of('repasse.payment.offered.v1', 2, { providerReference: '5745459419', crypto })]);

  const invoice = await read(`/invoices/payment-gateway/${invoiceId}`);

  expect(invoice).toMatchObject({
    status: 'WAITING_PAYMENT',
    gateway: 'NOWPAYMENTS',
    payment_details: {
      pay_address: '0x9f2eA4c7',
      pay_amount: '19.09',
      qr_code: expect.stringMatching(/^iVBOR/) as string,
      pay_currency: 'USDTBSC',
      fiat_currency: 'BRL',
    },
  });
});

it('is found by the address', async () => {
  expect(await read('/invoices/payment-gateway?query=9F2ea4C7')).toMatchObject({ data: [{ id: String(invoiceId) }] });
});

describe('a part that the merchant took for the whole', () => {
  const sale = { paymentId: `pay_${randomIds.ulid()}`, invoiceId: 50_078 };
  const part = { ...sale, expectedAmountMinor: 10_000, isPartAccepted: true };
  const seen = async () => {
    const { status, received_amount, refunded_amount } = await read(`/invoices/payment-gateway/${sale.invoiceId}`);
    return [status, received_amount, refunded_amount];
  };

  it('is paid with less than was asked for, and refunded when all of that has gone back', async () => {
    await service.tell([of('repasse.payment.requested.v1', 1, sale)]);
    await service.tell([of('repasse.payment.received.v1', 2, { ...part, amountMinor: 6_000 })]);
    expect(await seen()).toEqual(['PAID', 60, 0]);

    await service.tell([of('repasse.payment.received.v1', 3, { ...part, amountMinor: 2_500 })]);
    expect(await seen()).toEqual(['PAID', 85, 0]);

    await service.tell([of('repasse.refund.settled.v1', 4, { ...sale, amountMinor: 6_000 })]);
    expect(await seen()).toEqual(['PAID', 85, 60]);
    await service.tell([of('repasse.refund.settled.v1', 5, { ...sale, amountMinor: 2_500 })]);
    expect(await seen()).toEqual(['REFUNDED', 85, 85]);
  });
});

it('tells how much has come while it is not enough, and all of it once it is', async () => {
  const partial = {
    receivedTotalMinor: 6_250,
    receivedPayAmount: '11.93',
    partiallyReceivedAt: '2026-11-21T12:00:03.000Z',
  };
  await service.tell([of('repasse.payment.partially_received.v1', 3, partial)]);
  expect(await read(`/invoices/payment-gateway/${invoiceId}`)).toMatchObject({
    status: 'PARTIALLY_PAID',
    received_amount: 62.5,
  });

  await service.tell([of('repasse.payment.received.v1', 4, { expectedAmountMinor: 10_000 })]);
  expect(await read(`/invoices/payment-gateway/${invoiceId}`)).toMatchObject({ status: 'PAID', received_amount: 100 });
});
