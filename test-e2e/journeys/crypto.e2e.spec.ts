import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Answer, type Problem } from '../support/api';
import { readBalance, wealthOf } from '../support/balances';
import { acceptCryptoPayment, createCryptoPayment, halvesOf, type CryptoPayment } from '../support/coins';
import { describeOnMovingClock } from '../support/on-each-bus';
import { payoutsTo } from '../support/payouts';
import { sandboxWorld, type CoinDeposit } from '../support/sandbox-world';

interface Invoice {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly gateway: string;
  readonly external_reference: string;
  readonly received_amount: number;
  readonly payment_details: { readonly pay_address: string; readonly qr_code: string; readonly pay_currency: string };
}

/** Longer than the rate of a payment is kept. */
const halfAnHourMs = 1_800_000;

/** 1.50 % of each receipt, rounded by itself. */
const feeOf = (cents: number): number => Math.round((cents * 150) / 10_000);

describeOnMovingClock('a payment in coins', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const create = <Body = CryptoPayment>(extra: object = {}): Promise<Answer<Body>> =>
    createCryptoPayment<Body>(merchant, extra);

  const deposit = (payment: CryptoPayment, amount?: string): Promise<Answer<CoinDeposit>> =>
    sandboxWorld(stack.file).depositCoins(payment.pay_address, amount);

  const becomes = (payment: CryptoPayment, status: string): Promise<unknown> => shows(payment, { status });

  const shows = (payment: CryptoPayment, invoice: Partial<Invoice>): Promise<unknown> =>
    eventuallyHolds(
      async () => {
        const { body } = await merchant.get<{ readonly response: Invoice }>(`/invoices/payment-gateway/${payment.id}`);
        expect(body.response).toMatchObject(invoice);
      },
      { timeoutMs: 60_000 },
    );

  const paidByHalf = async (): Promise<CryptoPayment> => {
    const { body } = await create({ fiat_currency: 'BRL', amount: 400 });
    await deposit(body, halvesOf(body)[0]);
    await becomes(body, 'PARTIALLY_PAID');
    return body;
  };

  const wealth = async (): Promise<number> => wealthOf(await readBalance(stack.file, stack.file.merchant.userId));

  // These come first, while nothing that was paid before is still being booked.
  it('is paid by a part when the merchant accepts it, and is refunded like any other', async () => {
    const before = await wealth();
    const payment = await paidByHalf();
    expect(await wealth()).toBe(before);

    const { status, body } = await acceptCryptoPayment(merchant, payment);
    const { received_amount: received = 0 } = body;
    expect([status, body.status]).toEqual([200, 'PAID']);
    expect(received).toBeGreaterThan(190);
    expect(received).toBeLessThan(200);
    await shows(payment, { status: 'PAID', amount: 400, received_amount: received });
    const receivedCents = Math.round(received * 100);
    const feeCents = feeOf(receivedCents);
    await eventuallyHolds(async () => expect((await wealth()) - before).toBe(receivedCents - feeCents));

    const refundAddress = `0x${'8'.repeat(40)}`;
    const refund = await merchant.post<{ readonly amount: string }>(`/refunds/invoice/${payment.id}`, {
      refundAddress,
    });
    expect([refund.status, Number(refund.body.amount)]).toEqual([200, received]);
    await becomes(payment, 'REFUNDED');
    const sent = (await payoutsTo(stack.file, refundAddress)).map(({ amount }) => Number(amount));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toBeLessThanOrEqual(Number(halvesOf(payment)[0]));
    // Less than one centavo's worth of coins stays.
    expect(sent[0]).toBeGreaterThan(Number(halvesOf(payment)[0]) - 0.01);
    await eventuallyHolds(async () => expect((await wealth()) - before).toBe(-feeCents));
  });

  it('is paid by a part and by the rest that comes later', async () => {
    const before = await wealth();
    const payment = await paidByHalf();
    const { body } = await acceptCryptoPayment(merchant, payment);
    const firstCents = Math.round((body.received_amount ?? 0) * 100);
    await becomes(payment, 'PAID');

    await deposit(payment, halvesOf(payment)[1]);

    await shows(payment, { status: 'PAID', received_amount: 400 });
    const feeCents = feeOf(firstCents) + feeOf(40_000 - firstCents);
    await eventuallyHolds(async () => expect((await wealth()) - before).toBe(40_000 - feeCents));
  });

  it('is paid exactly, in dollars and in reais', async () => {
    for (const fiat_currency of ['USD', 'BRL']) {
      const { status, body } = await create({ fiat_currency, amount: 400 });
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'WAITING_PAYMENT', amount: 400, currency: fiat_currency });
      await becomes(body, 'WAITING_PAYMENT');

      expect((await deposit(body)).body).toMatchObject({ detected: true });

      await becomes(body, 'PAID');
    }
  });

  it('is paid in two deposits, and is not paid by the first', async () => {
    const { body } = await create();
    const half = String(Math.floor(Number(body.pay_amount) / 2));
    await deposit(body, half);
    await becomes(body, 'PARTIALLY_PAID');

    await deposit(body, body.pay_amount);

    await becomes(body, 'PAID');
  });

  it('expires when it is not paid while the rate is kept', async () => {
    const { body } = await create();

    merchant = await sandboxWorld(stack.file).moveClockBy(halfAnHourMs);

    await becomes(body, 'EXPIRED');
  });

  it('is paid by coins that come after it has expired', async () => {
    const { body } = await create();
    merchant = await sandboxWorld(stack.file).moveClockBy(halfAnHourMs);
    await becomes(body, 'EXPIRED');

    await deposit(body);

    await becomes(body, 'PAID');
  });

  it('is not moved by a notification that the provider has not signed', async () => {
    const { body } = await create();
    const claim = { payment_id: Number(body.payment_id), payment_status: 'finished', order_id: 'order-42' };

    const forged = await request('POST', `${stack.file.gatewayBaseUrl}/callbacks/nowpayments`, {
      headers: { 'x-nowpayments-sig': 'f'.repeat(128) },
      body: claim,
    });
    const unsigned = await request('POST', `${stack.file.gatewayBaseUrl}/callbacks/nowpayments`, {
      body: claim,
    });

    expect([forged.status, unsigned.status]).toEqual([403, 403]);
    await becomes(body, 'WAITING_PAYMENT');
    await deposit(body);
    await becomes(body, 'PAID');
  });

  it('is refused below the provider’s minimum', async () => {
    const belowMinimum = await create<Problem>({ amount: 0.01 });

    expect(belowMinimum).toMatchObject({ status: 400, body: { code: 'payment.amount_below_minimum' } });
  });

  it('is an invoice like any other: listed, searched and filtered', async () => {
    const { body } = await create({ external_reference: 'order-4711' });
    await becomes(body, 'WAITING_PAYMENT');

    // The row is there from the request on; where to pay comes with the provider's answer.
    await eventuallyHolds(async () => {
      const { body: list } = await merchant.get<{
        readonly response: { readonly data: readonly Invoice[]; readonly pagination: { readonly total: number } };
      }>(
        '/invoices/payment-gateway?gateway=NOWPAYMENTS&status=WAITING_PAYMENT&query=order-4711&orderBy=createdAt.DESC',
      );
      expect(list.response.pagination.total).toBe(1);
      expect(list.response.data).toMatchObject([
        {
          id: body.id,
          type: 'PAYMENT',
          gateway: 'NOWPAYMENTS',
          external_reference: 'order-4711',
          payment_details: { pay_currency: 'USDTBSC', pay_address: body.pay_address },
        },
      ]);
    });
  });

  it('left the ledger balanced', async () => {
    await eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));
  });
});
