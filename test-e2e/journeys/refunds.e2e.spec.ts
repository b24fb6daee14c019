import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Answer, type Attempt, type Charge, type Problem } from '../support/api';
import { gainBetween, readBalance, wealthOf, type BalanceCents } from '../support/balances';
import { payByCard, testCards } from '../support/cards';
import { createCryptoPayment, type CryptoPayment } from '../support/coins';
import { describeOnShared } from '../support/on-each-bus';
import { payoutsTo } from '../support/payouts';
import { sandboxWorld } from '../support/sandbox-world';

interface Refund {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
}

type Created = Charge & { readonly checkoutToken: string };
/** A paid charge of 100.00, and what each of the three had before it. */
interface Paid {
  readonly attempt: Attempt;
  readonly before: readonly BalanceCents[];
}

const grossCents = 10_000;
/** Acquirers turn a second refund of a sale away for some seconds, and it is asked for again later. */
const refunded = { timeoutMs: 90_000 };

describeOnShared('postgres', 'a refund, by each method', (stack) => {
  let merchant: MerchantApi;
  let users: readonly number[];

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    users = [stack.file.merchant.userId, ...stack.file.recipients.slice(0, 2).map(({ userId }) => userId)];
  });

  const terms = (): object => {
    const [ana, bruno] = stack.file.recipients;
    const split = [
      { recipientEmail: ana?.email, kind: 'PERCENT', percent: 33.33 },
      { recipientEmail: bruno?.email, kind: 'FIXED', amount: '10.01' },
    ];
    return { grossAmount: '100.00', currency: 'BRL', split };
  };

  const payByPix = async (): Promise<Attempt> => {
    const { body } = await merchant.createPixCharge(terms());
    await merchant.pay(body.checkoutMeta.emv);
    return body;
  };

  const payFromAbroad = async (): Promise<Attempt> => {
    const abroad = { ...terms(), paymentMethod: 'INTERNATIONAL', checkoutCurrency: 'USD' };
    const { body } = await merchant.post<Attempt>('/charge', abroad);
    const { publicToken } = body.checkoutMeta as { readonly publicToken?: string };
    await sandboxWorld(stack.file).payInternational(publicToken ?? '');
    return body;
  };

  const payWithCard = async (): Promise<Attempt> => {
    const { body } = await merchant.post<Created>('/charge', terms());
    const open = { chargeId: body.id, checkoutToken: body.checkoutToken };
    return (await payByCard(stack.file, open, testCards.approved)).body;
  };

  const balances = (): Promise<readonly BalanceCents[]> =>
    Promise.all(users.map((userId) => readBalance(stack.file, userId)));

  const paid = async (pay: () => Promise<Attempt>): Promise<Paid> => {
    const before = await balances();
    const { id, chargeId } = await pay();
    await hasHappened(chargeId, 'repasse.split.settled.v1', 1);
    return { attempt: await merchant.attempt(id), before };
  };

  const hasHappened = (chargeId: string, type: string, times: number): Promise<unknown> =>
    eventuallyHolds(async () => {
      const types = await merchant.timelineTypes(chargeId);
      expect(types.filter((each) => each === type)).toHaveLength(times);
    }, refunded);

  const refund = <Body = Refund>({ invoiceId }: Attempt, body: object = {}): Promise<Answer<Body>> =>
    merchant.post<Body>(`/refunds/invoice/${String(invoiceId)}`, body);

  /** What is left of each one's share, the owner's last: they bear what is rounded, and the fees. */
  const gains = async ({ before }: Paid): Promise<readonly number[]> => {
    const after = await balances();
    return before.map((was, at) => wealthOf(gainBetween(was, after[at] ?? was)));
  };

  const shareOf = ({ splitSettlement }: Attempt, userId: number): number =>
    splitSettlement.find((each) => each.userId === userId)?.amountCents ?? 0;

  /** A refund takes back each share in proportion, computed over all refunds of the charge so far. */
  const leftOf = (shareCents: number, refundedCents: number): number =>
    shareCents - Math.floor((refundedCents * shareCents) / grossCents);

  const ledgerIsBalanced = (): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));

  const ways = [
    ['PIX', payByPix],
    ['card', payWithCard],
    ['a checkout abroad', payFromAbroad],
  ] as const;

  it.each(ways)(
    'of a payment by %s takes the shares back to the cent, in part and then in full',
    async (_, pay) => {
      const payment = await paid(pay);
      const { attempt } = payment;
      const shares = users.map((userId) => shareOf(attempt, userId));

      expect((await refund(attempt, { amount: '33.33', reason: 'one of three' })).status).toBe(200);
      await hasHappened(attempt.chargeId, 'repasse.split.reversed.v1', 1);
      const [owner, ...recipients] = await gains(payment);
      expect(recipients).toEqual(shares.slice(1).map((share) => leftOf(share, 3_333)));
      const feeCents = grossCents - shares.reduce((sum, share) => sum + share, 0);
      expect(owner).toBe(grossCents - 3_333 - feeCents - recipients.reduce((sum, left) => sum + left, 0));
      expect(await merchant.charge(attempt.chargeId)).toMatchObject({
        status: 'PAID',
        statusReason: 'PARTIALLY_REFUNDED',
        refundedAmount: '33.33',
      });

      expect((await refund(attempt)).body.amount).toBe('66.67');
      await hasHappened(attempt.chargeId, 'repasse.split.reversed.v1', 2);
      expect(await gains(payment)).toEqual([-feeCents, 0, 0]);
      await eventuallyHolds(async () => {
        expect(await merchant.charge(attempt.chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: '100.00' });
      });
      expect(await refund<Problem>(attempt)).toMatchObject({ status: 409, body: { code: 'refund.nothing_left' } });
      await ledgerIsBalanced();
    },
    240_000,
  );

  it('takes it all from the owner when splitRefund says so', async () => {
    const payment = await paid(payByPix);
    const [, ana = 0, bruno = 0] = users.map((userId) => shareOf(payment.attempt, userId));

    await refund(payment.attempt, { amount: '20.00', splitRefund: 'OWNER' });

    await hasHappened(payment.attempt.chargeId, 'repasse.split.reversed.v1', 1);
    expect((await gains(payment)).slice(1)).toEqual([ana, bruno]);
    await ledgerIsBalanced();
  });

  it('takes it from whom splitRefund names', async () => {
    const payment = await paid(payByPix);
    const [owner = 0, ana = 0, bruno = 0] = users.map((userId) => shareOf(payment.attempt, userId));
    const splitRefund = [
      { userId: users[0], amount: '15.00' },
      { userId: users[2], amount: '5.00' },
    ];

    expect((await refund(payment.attempt, { amount: '20.00', splitRefund })).status).toBe(200);

    await hasHappened(payment.attempt.chargeId, 'repasse.split.reversed.v1', 1);
    expect(await gains(payment)).toEqual([owner - 1_500, ana, bruno - 500]);
    await ledgerIsBalanced();
  });

  it('is asked for once however often it is sent, and never exceeds what was paid', async () => {
    const { attempt } = await paid(payByPix);
    const send = (key: string): Promise<Answer<Refund>> =>
      merchant.post(`/refunds/invoice/${String(attempt.invoiceId)}`, { amount: '30.00' }, { 'idempotency-key': key });

    const first = await send(`first-${attempt.id}`);
    const again = await send(`first-${attempt.id}`);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');

    const others = await Promise.all([2, 3, 4, 5, 6].map((n) => send(`${String(n)}-${attempt.id}`)));
    expect(others.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
    await hasHappened(attempt.chargeId, 'repasse.split.reversed.v1', 3);
    await ledgerIsBalanced();
  });

  it('of a payment in coins goes to the address that is named, in part and then in full', async () => {
    const before = await readBalance(stack.file, stack.file.merchant.userId);
    const { body: payment } = await createCryptoPayment(merchant, { fiat_currency: 'BRL', amount: 400 });
    await sandboxWorld(stack.file).depositCoins(payment.pay_address);
    await invoiceBecomes(payment, 'PAID');
    const path = `/refunds/invoice/${payment.id}`;
    const refundAddress = `0x${'6'.repeat(40)}`;

    const nowhere = await merchant.post<Problem>(path, {});
    expect(nowhere).toMatchObject({ status: 422, body: { code: 'refund.address_needed' } });
    expect((await merchant.post<Problem>(path, { refundAddress: 'not-an-address' })).status).toBe(400);

    expect((await merchant.post<Refund>(path, { amount: '100.00', refundAddress })).status).toBe(200);
    await refundsBecome(payment, ['SUCCEEDED']);
    await invoiceBecomes(payment, 'PAID');
    expect((await merchant.post<Refund>(path, { refundAddress })).body.amount).toBe('300.00');
    await refundsBecome(payment, ['SUCCEEDED', 'SUCCEEDED']);
    await invoiceBecomes(payment, 'REFUNDED');

    // All the coins that came, in two transactions, a quarter of them in the first.
    const sent = (await payoutsTo(stack.file, refundAddress)).map(({ amount }) => Number(amount));
    expect(sent).toHaveLength(2);
    expect(sent.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(payment.pay_amount), 5);
    expect(Math.min(...sent) / Number(payment.pay_amount)).toBeCloseTo(0.25, 5);
    await eventuallyHolds(async () => {
      const after = await readBalance(stack.file, stack.file.merchant.userId);
      // The fee of 1.50 % is not given back.
      expect(wealthOf(gainBetween(before, after))).toBe(-600);
    }, refunded);
    await ledgerIsBalanced();
  });

  const invoiceBecomes = ({ id }: CryptoPayment, status: string): Promise<unknown> =>
    eventuallyHolds(async () => {
      const { body } = await merchant.get<{ readonly response: { readonly status: string } }>(
        `/invoices/payment-gateway/${id}`,
      );
      expect(body.response.status).toBe(status);
    }, refunded);

  const refundsBecome = ({ id }: CryptoPayment, statuses: readonly string[]): Promise<unknown> =>
    eventuallyHolds(async () => {
      const { body } = await merchant.get<{ readonly data: readonly Refund[] }>(`/refunds/invoice/${id}`);
      expect(body.data.map(({ status }) => status)).toEqual(statuses);
    }, refunded);
});
