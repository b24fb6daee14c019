import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt } from '../support/api';
import { gainBetween, readBalance, type BalanceCents } from '../support/balances';
import { createCryptoPayment, type CryptoPayment } from '../support/coins';
import { describeOnShared } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

interface Refund {
  readonly status: string;
  readonly amount: string;
}

interface Invoice {
  readonly status: string;
  readonly payment_id: string;
}

interface ChargeNow {
  readonly status: string;
  readonly statusReason: string | null;
  readonly refundedAmount: string;
}

/** What one round of payments comes to, without the ids that differ from round to round. */
interface EndState {
  readonly charges: readonly ChargeNow[];
  readonly refunds: readonly Refund[];
  readonly cryptoInvoice: string;
  readonly gained: { readonly owner: BalanceCents; readonly recipient: BalanceCents };
  /** Different ones that were delivered; each may have come more than once. */
  readonly webhooks: number;
}

/** A lost callback is made up for by asking, 15 s after the offer and less and less often from then on. */
const reconciled = { timeoutMs: 120_000 };

describeOnShared('postgres', 'callbacks that go astray', (stack) => {
  let merchant: MerchantApi;
  let calm: EndState;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const balances = async (): Promise<EndState['gained']> => ({
    owner: await readBalance(stack.file, stack.file.merchant.userId),
    recipient: await readBalance(stack.file, stack.file.recipients[0]?.userId ?? 0),
  });

  /** Pays by PIX, from abroad and in coins, and gives a part of each of the first two back. */
  const playRound = async (name: string): Promise<EndState> => {
    const before = await balances();
    const attempts = [await createByPix(name), await createFromAbroad(name)];
    const { body: crypto } = await createCryptoPayment(merchant, { fiat_currency: 'BRL', amount: 400 });

    await pay(attempts, crypto);
    await areSettled(attempts, crypto);
    for (const { invoiceId } of attempts) {
      await merchant.post(`/refunds/invoice/${String(invoiceId)}`, { amount: '40.00' });
    }
    await areRefunded(attempts);
    return endState({ name, attempts, crypto, before });
  };

  const createByPix = async (name: string): Promise<Attempt> => {
    const recipientEmail = stack.file.recipients[0]?.email;
    const split = [{ recipientEmail, kind: 'PERCENT', percent: 30 }];
    return (await merchant.createPixCharge({ webhookUrl: merchant.inboxUrl(name), split })).body;
  };

  const createFromAbroad = async (name: string): Promise<Attempt> => {
    const terms = { grossAmount: '500.00', currency: 'BRL', paymentMethod: 'INTERNATIONAL', checkoutCurrency: 'USD' };
    return (await merchant.post<Attempt>('/charge', { ...terms, webhookUrl: merchant.inboxUrl(name) })).body;
  };

  const pay = async ([byPix, fromAbroad]: readonly Attempt[], crypto: CryptoPayment): Promise<void> => {
    const world = sandboxWorld(stack.file);
    const { publicToken } = (fromAbroad?.checkoutMeta ?? {}) as { readonly publicToken?: string };
    const answers = [
      await merchant.pay(byPix?.checkoutMeta.emv ?? ''),
      await world.payInternational(publicToken ?? ''),
      await world.depositCoins(crypto.pay_address),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  };

  const areSettled = (attempts: readonly Attempt[], crypto: CryptoPayment): Promise<unknown> =>
    eventuallyHolds(async () => {
      for (const { chargeId } of attempts) {
        expect((await merchant.charge(chargeId)).status).toBe('PAID');
        expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.settled.v1');
      }
      const { status, payment_id } = await invoiceOf(crypto);
      expect(status).toBe('PAID');
      expect(await bookedPayments()).toContain(payment_id);
    }, reconciled);

  const invoiceOf = async ({ id }: CryptoPayment): Promise<Invoice> =>
    (await merchant.get<{ readonly response: Invoice }>(`/invoices/payment-gateway/${id}`)).body.response;

  /** Of the latest gross amounts in the ledger: the invoice is another service's, and may be sooner. */
  const bookedPayments = async (): Promise<readonly (string | null)[]> => {
    const { body } = await merchant.get<{ readonly data: readonly { readonly paymentId: string | null }[] }>(
      '/ledger/entries?kind=GROSS&limit=100',
    );
    return body.data.map(({ paymentId }) => paymentId);
  };

  const areRefunded = (attempts: readonly Attempt[]): Promise<unknown> =>
    eventuallyHolds(async () => {
      for (const { chargeId } of attempts) {
        expect((await merchant.charge(chargeId)).refundedAmount).toBe('40.00');
        expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.reversed.v1');
      }
    }, reconciled);

  const endState = async (round: {
    readonly name: string;
    readonly attempts: readonly Attempt[];
    readonly crypto: CryptoPayment;
    readonly before: EndState['gained'];
  }): Promise<EndState> => {
    const webhooks = await eventuallyWebhooks(round.name, round.attempts.length);
    const after = await balances();
    return {
      charges: await Promise.all(round.attempts.map(({ chargeId }) => chargeNow(chargeId))),
      refunds: (await Promise.all(round.attempts.map(refundsOf))).flat(),
      cryptoInvoice: (await invoiceOf(round.crypto)).status,
      gained: {
        owner: gainBetween(round.before.owner, after.owner),
        recipient: gainBetween(round.before.recipient, after.recipient),
      },
      webhooks,
    };
  };

  const chargeNow = async (chargeId: string): Promise<ChargeNow> => {
    const { status, statusReason, refundedAmount } = await merchant.charge(chargeId);
    return { status, statusReason, refundedAmount };
  };

  const refundsOf = async ({ invoiceId }: Attempt): Promise<readonly Refund[]> => {
    const { body } = await merchant.get<{ readonly data: readonly Refund[] }>(`/refunds/invoice/${String(invoiceId)}`);
    return body.data.map(({ status, amount }) => ({ status, amount }));
  };

  const eventuallyWebhooks = async (name: string, least: number): Promise<number> => {
    let ids = new Set<string | undefined>();
    await eventuallyHolds(async () => {
      const messages = await merchant.inbox(name);
      expect(messages.every(({ verified }) => verified)).toBe(true);
      ids = new Set(messages.map(({ headers }) => headers['webhook-id']));
      expect(ids.size).toBeGreaterThanOrEqual(least);
    }, reconciled);
    return ids.size;
  };

  it('when all is well, lead to a known end', async () => {
    calm = await playRound('calm');

    expect(calm).toMatchObject({
      charges: [
        { status: 'PAID', statusReason: 'PARTIALLY_REFUNDED', refundedAmount: '40.00' },
        { status: 'PAID', statusReason: 'PARTIALLY_REFUNDED', refundedAmount: '40.00' },
      ],
      refunds: [
        { status: 'SUCCEEDED', amount: '40.00' },
        { status: 'SUCCEEDED', amount: '40.00' },
      ],
      cryptoInvoice: 'PAID',
      webhooks: 2,
    });
    // 30 % of 100.00 less the fee of 0.99 is 29.70, of which 40 in 100 went back.
    expect(calm.gained.recipient).toMatchObject({ available: 2_970 - 1_188 });
  });

  it.each([
    ['dropped', { dropCallbacks: true }],
    ['doubled', { duplicateCallbacks: true }],
    ['delayed', { delayCallbacksMs: 4_000 }],
    ['reordered', { reorderCallbacks: true }],
    ['doubled, delayed and reordered', { duplicateCallbacks: true, delayCallbacksMs: 500, reorderCallbacks: true }],
  ])('that are %s lead to the same end', async (name, switches) => {
    await sandboxWorld(stack.file).chaosOf(['pix', 'international', 'crypto'], switches);

    expect(await playRound(name.replaceAll(/[ ,]+/g, '-'))).toEqual(calm);
  });

  it('leave the ledger balanced', async () => {
    await eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }), {
      timeoutMs: 20_000,
    });
  });
});
