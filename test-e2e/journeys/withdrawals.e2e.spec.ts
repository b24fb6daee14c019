import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Answer, type Problem } from '../support/api';
import { gainBetween, readBalance, type BalanceCents } from '../support/balances';
import { payoutsTo, setPayouts } from '../support/payouts';
import { describeOnEachSharedBus } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

interface Withdrawal {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
  readonly failure: string | null;
  readonly invoiceId: number | null;
  readonly payCurrency: string;
}

interface Invoices {
  readonly response: {
    readonly data: readonly { readonly id: string; readonly status: string; readonly type: string }[];
  };
}

interface Timeline {
  readonly entries: readonly { readonly type: string }[];
}

/** A payout takes some steps at the provider, and one without an answer is looked up with growing pauses. */
const paidOut = { timeoutMs: 180_000 };

describeOnEachSharedBus('a withdrawal', (stack) => {
  let merchant: MerchantApi;
  let addressCount = 0;

  /** An address without earlier payouts. */
  const newAddress = (): string => `0x${String((addressCount += 1)).padStart(40, '5')}`;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    const { body } = await merchant.createPixCharge({ grossAmount: '500.00' });
    await merchant.pay(body.checkoutMeta.emv);
    await eventuallyHolds(async () => expect((await balance()).available).toBeGreaterThan(49_000));
  });

  afterEach(async () => {
    await sandboxWorld(stack.file).chaos('crypto');
    await setPayouts(stack.file);
  });

  const balance = (): Promise<BalanceCents> => readBalance(stack.file, stack.file.merchant.userId);

  const withdraw = <Body = Withdrawal>(extra: object = {}, headers = {}): Promise<Answer<Body>> =>
    merchant.post<Body>('/withdrawals', { amount: '100.00', payCurrency: 'usdtbsc', ...extra }, headers);

  const becomes = async ({ id }: Withdrawal, expected: object): Promise<Withdrawal> => {
    await eventuallyHolds(async () => {
      const { status, body } = await merchant.get<Withdrawal>(`/withdrawals/${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject(expected);
    }, paidOut);
    return (await merchant.get<Withdrawal>(`/withdrawals/${id}`)).body;
  };

  const invoiceBecomes = ({ invoiceId }: Withdrawal, status: string): Promise<unknown> =>
    eventuallyHolds(async () => {
      const { body } = await merchant.get<Invoices>('/invoices/payment-gateway?type=withdrawal&quantityPerPage=100');
      const found = body.response.data.find(({ id }) => id === String(invoiceId));
      expect(found).toMatchObject({ type: 'WITHDRAWAL', status });
    });

  const ledgerIsBalanced = (): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));

  it('leaves the balance at once, is paid in coins, and is an invoice with a story', async () => {
    const before = await balance();
    const payAddress = newAddress();
    const { status, body } = await withdraw({ payAddress, externalReference: 'rent' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { amount: '100.00', status: 'PENDING', payCurrency: 'USDTBSC', failure: null },
    });
    expect(gainBetween(before, await balance()).available).toBe(-10_000);

    const paid = await becomes(body, { status: 'PAID', failure: null, invoiceId: expect.any(Number) });

    expect(gainBetween(before, await balance())).toMatchObject({ available: -10_000, held: 0, debt: 0 });
    expect(await payoutsTo(stack.file, payAddress)).toMatchObject([{ status: 'FINISHED' }]);
    await invoiceBecomes(paid, 'PAID');
    await eventuallyHolds(async () => {
      const timeline = await merchant.get<Timeline>(`/invoices/${String(paid.invoiceId)}/timeline`);
      const types = timeline.body.entries.map(({ type }) => type);
      expect(types).toEqual(
        expect.arrayContaining([
          'repasse.withdrawal.requested.v1',
          'repasse.payout.settled.v1',
          'repasse.withdrawal.paid.v1',
        ]),
      );
    });
    await ledgerIsBalanced();
  });

  it('comes back to the balance when the provider will not pay it out', async () => {
    const before = await balance();
    const payAddress = newAddress();
    await setPayouts(stack.file, { outcome: 'REJECTED' });
    const { body } = await withdraw({ payAddress });

    const failed = await becomes(body, { status: 'FAILED', failure: expect.any(String) });

    await setPayouts(stack.file);
    expect(gainBetween(before, await balance())).toMatchObject({ available: 0, held: 0, debt: 0 });
    expect(await payoutsTo(stack.file, payAddress)).toMatchObject([{ status: 'REJECTED' }]);
    await invoiceBecomes(failed, 'FAILED');
    await ledgerIsBalanced();
  });

  it('is paid once when the provider falls silent while it is sent', async () => {
    const before = await balance();
    const payAddress = newAddress();
    const isAtProvider = (status: string): Promise<unknown> =>
      eventuallyHolds(async () => expect(await payoutsTo(stack.file, payAddress)).toMatchObject([{ status }]), paidOut);
    await setPayouts(stack.file, { outcome: 'PROCESSING' });
    const { body } = await withdraw({ payAddress });
    await isAtProvider('PROCESSING');

    // The payout is sent, and the caller gets no answer.
    await sandboxWorld(stack.file).chaos('crypto', { timeoutRate: 1, dropCallbacks: true });
    await setPayouts(stack.file);
    await isAtProvider('FINISHED');
    expect((await merchant.get<Withdrawal>(`/withdrawals/${body.id}`)).body).toMatchObject({ status: 'PENDING' });

    await sandboxWorld(stack.file).chaos('crypto');
    await becomes(body, { status: 'PAID' });
    await isAtProvider('FINISHED');
    expect(gainBetween(before, await balance()).available).toBe(-10_000);
    await ledgerIsBalanced();
  });

  it('is one however often it is sent under one key', async () => {
    const before = await balance();
    const payAddress = newAddress();
    const key = { 'idempotency-key': 'withdrawal-once' };
    const [first, again] = [await withdraw({ payAddress }, key), await withdraw({ payAddress }, key)];

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    await becomes(first.body, { status: 'PAID' });
    expect(await payoutsTo(stack.file, payAddress)).toHaveLength(1);
    expect(gainBetween(before, await balance()).available).toBe(-10_000);
  });

  it('is refused for more than there is, and with every fault at once', async () => {
    const tooMuch = await withdraw<Problem>({ amount: '9999999.00', payAddress: newAddress() });
    const wrong = await withdraw<Problem>({ amount: '1.005', payCurrency: '', payAddress: 'x' });
    const nobody = await request('POST', `${stack.file.baseUrl}/withdrawals`, { body: {} });

    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'withdrawal.insufficient_balance' } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors?.map(({ field }) => field).toSorted()).toEqual(['amount', 'payAddress', 'payCurrency']);
    expect(nobody.status).toBe(401);
  });
});
