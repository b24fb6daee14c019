import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Answer, type Attempt } from '../support/api';
import { describeOnEachSharedBus, describeOnMovingClock } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

type InternationalAttempt = Omit<Attempt, 'checkoutMeta'> & {
  readonly checkoutMeta: {
    readonly method: string;
    readonly publicToken: string;
    readonly checkoutCurrency: string;
    readonly amount: string;
    readonly provider: string;
    readonly mode: string;
  };
  readonly fxMeta: {
    readonly sourceCurrency: string;
    readonly targetCurrency: string;
    readonly rate: string;
    readonly rateWithSpread: string;
    readonly finalAmount: string;
  };
};

interface Refund {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
}

const create = <Body = InternationalAttempt>(merchant: MerchantApi, checkoutCurrency: string): Promise<Answer<Body>> =>
  merchant.post<Body>('/charge', {
    grossAmount: '500.00',
    currency: 'BRL',
    paymentMethod: 'INTERNATIONAL',
    checkoutCurrency,
    redirectUrl: 'https://shop.example/thanks',
  });

const refund = (merchant: MerchantApi, invoiceId: number, body: object = {}): Promise<Answer<Refund>> =>
  merchant.post<Refund>(`/refunds/invoice/${String(invoiceId)}`, body);

const refundsOf = async (merchant: MerchantApi, invoiceId: number): Promise<readonly Refund[]> =>
  (await merchant.get<{ readonly data: readonly Refund[] }>(`/refunds/invoice/${String(invoiceId)}`)).body.data;

describeOnEachSharedBus('a charge paid from abroad', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  /** Two decimals for most, none where the currency has no smaller unit. */
  const currencies = [
    ['USD', /^\d+\.\d{2}$/],
    ['JPY', /^\d+$/],
  ] as const;

  it.each(currencies)('is offered in %s, paid and refunded at the provider', async (currency, amountForm) => {
    const { status, body: attempt } = await create(merchant, currency);
    expect(status).toBe(200);
    expect(attempt).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'INTERNATIONAL',
      grossAmount: '500.00',
      checkoutMeta: { method: 'INTERNATIONAL', checkoutCurrency: currency, provider: 'REVOLUT', mode: 'sandbox' },
      fxMeta: { sourceCurrency: 'BRL', targetCurrency: currency },
    });
    expect(attempt.fxMeta.finalAmount).toMatch(amountForm);
    expect(attempt.checkoutMeta.amount).toBe(attempt.fxMeta.finalAmount);

    expect((await sandboxWorld(stack.file).payInternational(attempt.checkoutMeta.publicToken)).status).toBe(200);
    await eventuallyHolds(async () => expect((await merchant.charge(attempt.chargeId)).status).toBe('PAID'));

    const invoiceId = (await merchant.attempt(attempt.id)).invoiceId;
    expect((await refund(merchant, invoiceId, { amount: '200.00', reason: 'one of two' })).status).toBe(200);
    await eventuallyHolds(async () => {
      expect(await merchant.charge(attempt.chargeId)).toMatchObject({
        status: 'PAID',
        statusReason: 'PARTIALLY_REFUNDED',
        refundedAmount: '200.00',
      });
    });

    expect((await refund(merchant, invoiceId)).status).toBe(200);
    await eventuallyHolds(async () => {
      expect(await merchant.charge(attempt.chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: '500.00' });
    });
    expect((await refundsOf(merchant, invoiceId)).map(({ status: state }) => state)).toEqual([
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
    await eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));
  });
});

describeOnMovingClock('a charge from abroad that cannot be offered', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  it('is refused without a currency, and in an unsupported one', async () => {
    const missing = await merchant.post('/charge', {
      grossAmount: '500.00',
      currency: 'BRL',
      paymentMethod: 'INTERNATIONAL',
    });
    const strange = await create(merchant, 'XAU');

    expect(missing).toMatchObject({ status: 400, body: { errors: [{ field: 'checkoutCurrency' }] } });
    expect(strange).toMatchObject({ status: 400, body: { code: 'fx.currency_not_supported' } });
  });

  it('names the kept charge when the provider is down, and is offered when it is back', async () => {
    const world = sandboxWorld(stack.file);
    await create(merchant, 'EUR');
    await world.chaos('international', { errorRate: 1 });
    const down = await create<{ readonly chargeId: string; readonly attemptId: string }>(merchant, 'EUR');
    expect([502, 503, 504]).toContain(down.status);
    const { chargeId, attemptId } = down.body;

    await world.chaos('international');

    await eventuallyHolds(
      async () => {
        expect(await merchant.attempt(attemptId)).toMatchObject({ chargeId, gatewayStatus: 'OFFERED' });
      },
      { timeoutMs: 60_000 },
    );
  });

  it('starts again at the offer when the payer is declined', async () => {
    const { body: attempt } = await create(merchant, 'USD');
    const world = sandboxWorld(stack.file);
    await world.payInternational(attempt.checkoutMeta.publicToken, 'declined');

    expect((await world.payInternational(attempt.checkoutMeta.publicToken)).status).toBe(200);
    await eventuallyHolds(async () => expect((await merchant.charge(attempt.chargeId)).status).toBe('PAID'));
  });

  it('is not left in between when the provider was silent for an hour', async () => {
    const { body: attempt } = await create(merchant, 'USD');
    const world = sandboxWorld(stack.file);
    await world.payInternational(attempt.checkoutMeta.publicToken, 'processing');
    await eventuallyHolds(async () => expect((await merchant.charge(attempt.chargeId)).status).toBe('PROCESSING'));

    await world.chaos('international', { lostRate: 1, dropCallbacks: true });
    const later = await world.moveClockBy(3_600_000);
    expect((await later.charge(attempt.chargeId)).status).toBe('PROCESSING');
    // The payment goes on, and no callback is sent.
    await world.payInternational(attempt.checkoutMeta.publicToken);
    await world.chaos('international', { dropCallbacks: true });

    await eventuallyHolds(async () => expect((await later.charge(attempt.chargeId)).status).toBe('PAID'), {
      timeoutMs: 150_000,
    });
  });
});
