import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { guardTimings, quickTimings } from './support/gateway';
import { type Merchant, type PaidPayment, startMerchant } from './support/merchant';

const opened = 'repasse.dispute.opened';
const lost = 'repasse.dispute.lost';

let clock: FakeClock;
let merchant: Merchant;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  merchant = await startMerchant({ clock, guardTimings, providerTimings: quickTimings });
});
afterAll(() => merchant.stop());
afterEach(() => {
  merchant.bank.always('put_devolucao', undefined);
  merchant.bank.always('get_devolucao', undefined);
});

const inTenMinutes = () => new Date(clock.now().getTime() + 600_000).toISOString();
const newPaid = () => merchant.paid({ expiresAt: inTenMinutes() });
const tellOf = ({ txid }: PaidPayment) => merchant.gateway.callback({ pix: [{ txid }] });
const typesOf = async ({ paymentId }: PaidPayment) =>
  (await merchant.gateway.published(paymentId)).map(({ type }) => type);
const hasHappened = (payment: PaidPayment, type: string) =>
  eventuallyHolds(async () => expect(await typesOf(payment)).toContain(`${type}.v1`));

const disputed = async (payment: PaidPayment, valor = '100.00'): Promise<void> => {
  const status = 'EM_PROCESSAMENTO' as const;
  await merchant.bank.takeBack(payment.endToEndId, { id: 'MED', natureza: 'MED_FRAUDE', valor, status });
  await tellOf(payment);
  await hasHappened(payment, opened);
};
const losesIt = async (payment: PaidPayment): Promise<void> => {
  await merchant.bank.endRefund(payment.endToEndId, 'MED', 'DEVOLVIDO');
  await tellOf(payment);
  await hasHappened(payment, lost);
};

describe('a payment whose money the payer’s bank wants back', () => {
  it('is not refunded while that is open, nor after it is lost', async () => {
    const payment = await newPaid();
    const { invoiceId, chargeId } = payment;
    await disputed(payment);

    expect(await merchant.refund(invoiceId)).toMatchObject({
      status: 409,
      body: { code: 'refund.payment_disputed', currentStatus: 'RECEIVED', refundable: '0.00', disputed: '100.00' },
    });
    expect((await merchant.refunds(invoiceId)).body).toEqual({ data: [], refundable: '0.00', disputed: '100.00' });

    await losesIt(payment);
    expect(await merchant.refund(invoiceId, { amount: '0.01' })).toMatchObject({
      status: 409,
      body: { code: 'refund.nothing_left', refundable: '0.00' },
    });
    expect((await merchant.refunds(invoiceId)).body).toEqual({ data: [], refundable: '0.00', disputed: '0.00' });
    expect((await merchant.refundsOfCharge(chargeId)).body).toMatchObject({ refundable: '0.00' });
  });

  it('gives back the part that is not disputed, and no more', async () => {
    const payment = await newPaid();
    await disputed(payment, '40.00');

    expect(await merchant.refund(payment.invoiceId, { amount: '60.01' })).toMatchObject({
      status: 409,
      body: { code: 'refund.payment_disputed', refundable: '60.00', disputed: '40.00' },
    });
    expect(await merchant.refund(payment.invoiceId)).toMatchObject({ status: 200, body: { amount: '60.00' } });
  });

  it('is refunded again once the bank gives up', async () => {
    const payment = await newPaid();
    await disputed(payment);
    await merchant.bank.endRefund(payment.endToEndId, 'MED', 'NAO_REALIZADO');
    await tellOf(payment);
    await hasHappened(payment, 'repasse.dispute.won');

    expect(await merchant.refund(payment.invoiceId)).toMatchObject({ status: 200, body: { amount: '100.00' } });
  });

  it('does not give back what was asked for before and never reached the bank', async () => {
    const payment = await newPaid();
    merchant.bank.always('put_devolucao', { kind: 'silent', isDone: false });
    merchant.bank.always('get_devolucao', { kind: 'silent', isDone: false });
    expect((await merchant.refund(payment.invoiceId)).body).toMatchObject({ status: 'PENDING' });
    await disputed(payment);
    merchant.bank.always('put_devolucao', undefined);
    merchant.bank.always('get_devolucao', undefined);

    await eventually(async () => {
      clock.advance(60_000);
      return (await typesOf(payment)).includes('repasse.refund.failed.v1');
    });
    await losesIt(payment);
    expect(await merchant.bank.refundsOf(payment.endToEndId)).toMatchObject([{ id: 'MED', valor: '100.00' }]);
    expect((await merchant.refunds(payment.invoiceId)).body).toMatchObject({ data: [{ status: 'FAILED' }] });
  });

  it('is disputed by nobody when our bank gives the money back from its own funds', async () => {
    const payment = await newPaid();
    await merchant.bank.takeBack(payment.endToEndId, { natureza: 'MED_PIX_AUTOMATICO', status: 'DEVOLVIDO' });
    const second = await merchant.bank.pay(payment.txid);
    await tellOf(payment);
    await merchant.gateway.expectPublished(payment.paymentId, ['requested', 'offered', 'received', 'received']);

    expect(second).not.toBe(payment.endToEndId);
    expect((await merchant.refunds(payment.invoiceId)).body).toMatchObject({ refundable: '200.00', disputed: '0.00' });
  });
});

describe('a payment that came in two receipts', () => {
  const paidTwice = async (): Promise<PaidPayment & { readonly second: string }> => {
    const payment = await newPaid();
    const second = await merchant.bank.pay(payment.txid, { valor: '40.00' });
    await tellOf(payment);
    await merchant.gateway.expectPublished(payment.paymentId, bothReceived);
    return { ...payment, second };
  };
  const bothReceived = ['requested', 'offered', 'received', 'received'];
  const refundOf = async (paymentId: string) => {
    const types = [...bothReceived, 'repasse.refund.requested', 'repasse.refund.settled'];
    return (await merchant.gateway.expectPublished(paymentId, types)).slice(bothReceived.length);
  };
  const given = async (endToEndId: string) =>
    (await merchant.bank.refundsOf(endToEndId)).map(({ valor, status }) => [valor, status]);

  it('gives back what it says it can, by one request and one refund', async () => {
    const { paymentId, invoiceId, endToEndId, second } = await paidTwice();
    expect(await merchant.refund(invoiceId, { amount: '140.01' })).toMatchObject({
      status: 409,
      body: { code: 'refund.exceeds_paid', detail: 'At most 140.00 can go back.', refundable: '140.00' },
    });
    const answer = await merchant.refund(invoiceId, { amount: '130.00' });

    expect(answer).toMatchObject({ status: 200, body: { amount: '130.00', status: 'SUCCEEDED' } });
    expect([await given(endToEndId), await given(second)]).toEqual([
      [['100.00', 'DEVOLVIDO']],
      [['30.00', 'DEVOLVIDO']],
    ]);
    expect((await merchant.refunds(invoiceId)).body).toMatchObject({ data: [answer.body], refundable: '10.00' });
    const [requested, settled] = await refundOf(paymentId);
    expect(requested).toMatchObject({ data: { amountMinor: 13_000 } });
    expect(settled).toMatchObject({ data: { refundId: answer.body['id'], amountMinor: 13_000 } });
    expect((await merchant.refund(invoiceId)).body).toMatchObject({ amount: '10.00' });
  });

  it('says what went back where one receipt cannot', async () => {
    const { paymentId, invoiceId, second } = await paidTwice();
    await merchant.bank.takeBack(second, { id: 'byTheBank', natureza: 'ORIGINAL', valor: '40.00' });

    const { body } = await merchant.refund(invoiceId);
    expect(body).toMatchObject({ amount: '100.00', status: 'SUCCEEDED', failure: null });
    const [, settled] = await refundOf(paymentId);
    expect(settled).toMatchObject({ data: { amountMinor: 10_000 } });
    expect((await merchant.refunds(invoiceId)).body).toMatchObject({
      data: [{ amount: '100.00' }],
      refundable: '40.00',
    });
  });

  it('is one refund when the request comes again', async () => {
    const { invoiceId, endToEndId, second } = await paidTwice();
    const [one, two] = [
      await merchant.refund(invoiceId, {}, { key: 'twice' }),
      await merchant.refund(invoiceId, {}, { key: 'twice' }),
    ];

    expect(two.body).toEqual(one.body);
    expect([await given(endToEndId), await given(second)]).toEqual([
      [['100.00', 'DEVOLVIDO']],
      [['40.00', 'DEVOLVIDO']],
    ]);
  });
});
