import { randomUUID } from 'node:crypto';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type Order } from '@repasse/provider-sandbox/testing/revolut-account';
import { differencesBetween, type Period, type StatementEntry } from '../src/statements/domain/statement';
import { systemClock, toIso } from '@repasse/chassis/clock';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { createPix } from '../src/providers/pix/create-pix';
import { type OurPayments, type PaymentRef, type Provider } from '../src/providers/provider';
import { type Acquirer, startAcquirer } from './support/acquirer';
import { type Bank, bankAccount, startBank } from './support/bank';
import { cardFacts, cardRequest, openCielo, orderOf } from './support/card-payments';
import { type CoinApi, startCoinApi } from './support/coin-api';
import { facts as coinFacts, offerRequest as coinRequest, openNowpayments } from './support/crypto';
import { quickTimings } from './support/gateway';
import {
  facts as internationalFacts,
  offerRequest as internationalRequest,
  openRevolut,
} from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';
import { dayAround, ourPayments } from './support/our-payments';

const newId = (): string => `pay_${randomIds.ulid()}`;
const nobodys = ourPayments([]);
const refOf = (facts: PaymentFacts, providerReference: string | null = null): PaymentRef => ({
  facts,
  providerReference,
  expiresAt: '2026-11-21T19:00:00.000Z',
});

const listed = async (provider: Provider, period: Period, ours: OurPayments): Promise<readonly StatementEntry[]> => {
  const told = await provider.statement?.(period, ours);
  if (told?.outcome !== 'listed') throw new Error(`No statement: ${JSON.stringify(told)}`);
  return told.entries;
};
const silence = { outcome: 'silent', detail: expect.any(String) as string };

const withPix = (pix: object): object => ({
  parametros: { paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1 } },
  pix: [pix],
});

describe('the list of a bank', () => {
  const horario = '2026-11-20T15:00:00.000Z';
  const day = dayAround(horario);
  let bank: Bank;
  let provider: Provider;
  let close: () => void;

  beforeEach(async () => {
    bank = await startBank();
    ({ provider, close } = openPix(bank));
  });
  afterEach(async () => {
    close();
    await bank.stop();
  });

  const paid = async (count: number): Promise<readonly PaymentFacts[]> => {
    const payments = Array.from({ length: count }, () =>
      cardFacts({ paymentMethod: 'PIX', provider: 'PIX_BCB', installments: null }),
    );
    for (const { paymentId } of payments) {
      const txid = paymentId.slice('pay_'.length);
      await bank.book(txid, '100.00');
      await bank.pay(txid, { horario });
    }
    return payments;
  };

  it('is read page by page, and names the payment of each receipt', async () => {
    const payments = await paid(7);
    bank.pageBy(3);
    const entries = await listed(provider, day, ourPayments(payments.map((facts) => refOf(facts))));

    expect(bank.count('list_pix')).toBe(3);
    expect(entries.map(({ paymentId }) => paymentId)).toEqual(payments.map(({ paymentId }) => paymentId));
    expect(entries[0]).toMatchObject({ amount: '100.00', currency: 'BRL', receivedAt: horario, isGone: false });
  });

  it('has money without a payment here', async () => {
    await paid(1);
    await bank.receive({ endToEndId: 'E0', valor: '7.00', horario });
    await bank.receive({ endToEndId: 'E9', txid: 'static-code', valor: '8.00', horario });
    const entries = await listed(provider, day, nobodys);

    expect(entries.map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
      [null, '7.00'],
      [null, '100.00'],
      [null, '8.00'],
    ]);
  });

  it('is read again after one silence, and is none after two, also in the middle', async () => {
    await paid(5);
    bank.pageBy(2);
    bank.next('list_pix', { kind: 'cut', isDone: false });
    expect(await listed(provider, day, nobodys)).toHaveLength(5);

    const inTheMiddle = { kind: 'answer', status: 503, isDone: false } as const;
    bank.next('list_pix', { kind: 'meanwhile', run: () => Promise.resolve() });
    bank.next('list_pix', inTheMiddle);
    bank.next('list_pix', inTheMiddle);
    expect(await provider.statement?.(day, nobodys)).toEqual(silence);
  });

  it.each<[string, unknown]>([
    ['says not how many pages there are', { pix: [] }],
    ['has an unreadable amount', withPix({ endToEndId: 'E1', valor: 'ten', horario })],
    ['has no times', withPix({ endToEndId: 'E1', valor: '1.00' })],
    ['is no list', []],
  ])('is none when it %s', async (_, body) => {
    bank.next('list_pix', { kind: 'answer', status: 200, body, isDone: false });

    expect(await provider.statement?.(day, nobodys)).toEqual(silence);
  });

  it.each([400, 403, 404])('is none when the question is answered by %i', async (status) => {
    bank.next('list_pix', { kind: 'answer', status, isDone: false });

    expect(await provider.statement?.(day, nobodys)).toEqual(silence);
  });
});

const openPix = (bank: Bank) =>
  createPix({
    config: {
      baseUrl: bank.url,
      tokenUrl: undefined,
      tokenFormat: 'form',
      tokenScope: undefined,
      clientId: bankAccount.clientId,
      clientSecret: bankAccount.clientSecret,
      key: bankAccount.chave,
      receiverName: 'Repasse',
      receiverCity: 'Sao Paulo',
      callbackUrl: 'http://127.0.0.1:1/callbacks/pix/token',
      callbackTokens: ['token'],
      payouts: 'off',
      payoutsAtOnce: 1,
      fundingIntervalMs: 300_000,
      tlsCertFile: undefined,
      tlsKeyFile: undefined,
      tlsCaFile: undefined,
    },
    keep: () => undefined,
    clock: systemClock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: quickTimings,
  });

describe('the list of the international provider', () => {
  const made = '2026-02-03T20:00:00.000Z';
  const day = dayAround(made);
  let api: MerchantApi;
  let provider: Provider;
  let close: () => void;

  beforeEach(async () => {
    api = await startMerchantApi(fakeClock(made));
    ({ provider, close } = openRevolut(api.url, systemClock));
  });
  afterEach(async () => {
    close();
    await api.stop();
  });

  const offered = async (): Promise<PaymentRef> => {
    const facts = { ...internationalFacts, paymentId: newId() };
    await provider.offer(internationalRequest({ facts }));
    return refOf(facts, (await api.orderOf(facts.paymentId)).id);
  };
  const paid = async (): Promise<PaymentRef> => {
    const payment = await offered();
    await api.pay(await api.orderOf(payment.facts.paymentId));
    return payment;
  };
  /** Orders of another system, made one second after the other. */
  const crowd = async (
    count: number,
    madeAt: (n: number) => string,
    type: Order['type'] = 'payment',
  ): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const times = { createdAt: madeAt(n), updatedAt: madeAt(n), dueAt: null };
      const nobodys = {
        relatedOrderId: null,
        idempotencyKey: null,
        payments: [],
        terms: { amount: 100, currency: 'USD' },
      };
      await api.put({ id: randomUUID(), token: randomUUID(), type, state: 'completed', ...nobodys, ...times });
    }
  };
  const secondsAfter = (n: number): string =>
    new Date(Date.parse('2026-02-03T15:00:00.000Z') + n * 1_000).toISOString();

  it('has paid orders, in the form of our receipts', async () => {
    const [payment] = [await paid(), await offered()];
    const entries = await listed(provider, day, ourPayments([payment]));

    expect(entries).toMatchObject([
      {
        providerReference: payment.providerReference,
        paymentId: payment.facts.paymentId,
        amount: '100.00',
        currency: 'BRL',
      },
    ]);
  });

  it('has foreign orders in their own currency, and no refunds', async () => {
    const payment = await paid();
    await crowd(1, secondsAfter);
    await crowd(1, secondsAfter, 'refund');
    const entries = await listed(provider, day, nobodys);

    expect(entries.map(({ paymentId, amount, currency }) => [paymentId, amount, currency])).toEqual([
      [null, '19.09', 'USD'],
      [null, '1.00', 'USD'],
    ]);
    expect(entries[0]).toMatchObject({ providerReference: payment.providerReference });
  });

  it('is read to its end, page by page', async () => {
    await crowd(1_100, secondsAfter);
    const entries = await listed(provider, day, nobodys);

    expect(new Set(entries.map(({ providerReference }) => providerReference)).size).toBe(1_100);
    expect(api.asked()).toEqual(['list', 'list', 'list']);
  });

  it('is none when a page is missing, or does not get past one moment', async () => {
    await crowd(600, secondsAfter);
    const missing = { kind: 'answer', status: 500, body: {}, isDone: false } as const;
    api.next('list', { kind: 'slow', delayMs: 0 });
    api.next('list', missing);
    api.next('list', missing);
    expect(await provider.statement?.(day, nobodys)).toEqual(silence);

    await crowd(1_100, () => '2026-02-03T19:00:00.000Z');
    expect(await provider.statement?.(day, nobodys)).toEqual(silence);
  });

  it('is helped out where it does not reach back to when an order was made', async () => {
    const payment = await paid();
    await api.put({ ...(await api.orderOf(payment.facts.paymentId)), createdAt: '2025-11-03T12:00:00.000Z' });

    expect(await listed(provider, day, ourPayments([payment]))).toEqual([]);
    expect(await listed(provider, day, ourPayments([payment], [payment.facts]))).toMatchObject([
      { providerReference: payment.providerReference, amount: '100.00' },
    ]);
  });
});

describe('the list of the coin provider', () => {
  const day = dayAround(toIso(systemClock.now()));
  let api: CoinApi;
  let provider: Provider;
  let close: () => void;

  beforeEach(async () => {
    api = await startCoinApi();
    ({ provider, close } = openNowpayments(api.url));
  });
  afterEach(async () => {
    close();
    await api.stop();
  });

  const offered = async (): Promise<PaymentRef> => {
    const facts = { ...coinFacts, paymentId: newId() };
    await provider.offer(coinRequest({ facts }));
    return refOf(facts, String((await api.paymentOf(facts.paymentId)).payment_id));
  };
  const wire = ({ facts }: PaymentRef) => api.paymentOf(facts.paymentId);

  it('has the price once it has come, and each deposit on top', async () => {
    const [whole, inTwo, underpaid, unpaid] = [await offered(), await offered(), await offered(), await offered()];
    await api.deposit(await wire(whole), 100);
    await api.deposit(await wire(inTwo), 60);
    await api.deposit(await wire(inTwo), 40);
    const onTop = await api.deposit(await wire(inTwo), 10);
    await api.deposit(await wire(underpaid), 30);
    const entries = await listed(provider, day, ourPayments([whole, inTwo, underpaid, unpaid]));

    const shown = entries.map(({ providerReference, paymentId, amount, currency }) =>
      [providerReference, paymentId, amount, currency].join(' '),
    );
    expect(shown.sort()).toEqual(
      [
        `${String(whole.providerReference)} ${whole.facts.paymentId} 100.00 USD`,
        `${String(inTwo.providerReference)} ${inTwo.facts.paymentId} 100.00 USD`,
        `${onTop.payment_id} ${inTwo.facts.paymentId} 10.00 USD`,
      ].sort(),
    );
  });

  it('has all that came in one deposit, and shows a receipt of the price alone as different', async () => {
    const tooMuch = await offered();
    await api.deposit(await wire(tooMuch), 200);
    const entries = await listed(provider, day, ourPayments([tooMuch]));
    const [entry] = entries;
    if (entry === undefined) throw new Error('It is listed.');
    const { paymentId } = tooMuch.facts;
    const recorded = (amount: string) => [{ ...entry, paymentId, amount }];
    const differencesOf = (amount: string) =>
      differencesBetween({ period: day, listed: entries, recorded: recorded(amount) });

    expect(entries).toMatchObject([{ paymentId, amount: '200.00', currency: 'USD' }]);
    expect(differencesOf('100.00')).toMatchObject([{ kind: 'AMOUNT_DIFFERS', listed: { amount: '200.00' } }]);
    expect(differencesOf('200.00')).toEqual([]);
  });

  it('has coins without a payment here, in coins', async () => {
    const payment = await offered();
    await api.deposit(await wire(payment), 12.345678);
    const entries = await listed(provider, day, nobodys);

    expect(entries).toMatchObject([{ paymentId: null, amount: '12.345678', currency: 'USDTBSC' }]);
  });

  it('is read to its end, page by page, and is none when one of them is missing', async () => {
    const payment = await offered();
    await api.deposit(await wire(payment), 100);
    // They have nothing of ours about them but that nobody paid them.
    const unpaid = await wire(await offered());
    for (let n = 1; n < 1_000; n++) await api.change(unpaid, { paymentId: n });
    expect(await listed(provider, day, ourPayments([payment]))).toHaveLength(1);
    expect(api.questions.filter(({ operation }) => operation === 'list')).toHaveLength(3);

    api.next('list', { kind: 'cut', isDone: false });
    api.next('list', { kind: 'cut', isDone: false });
    expect(await provider.statement?.(day, ourPayments([payment]))).toEqual(silence);
  });

  it('is helped out where coins came long after the payment was made', async () => {
    const payment = await offered();
    await api.deposit(await wire(payment), 100);
    await api.change(await wire(payment), { createdAt: '2025-01-01T12:00:00.000Z' });

    expect(await listed(provider, day, ourPayments([payment]))).toEqual([]);
    expect(await listed(provider, day, ourPayments([payment], [payment.facts]))).toMatchObject([
      { providerReference: payment.providerReference, amount: '100.00' },
    ]);
    api.next('get', { kind: 'answer', status: 500, body: {}, isDone: false });
    expect(await provider.statement?.(day, ourPayments([payment], [payment.facts]))).toEqual(silence);
  });
});

describe('the acquirer, which has no list', () => {
  const day = dayAround('2026-11-21T12:00:00.000Z');
  let acquirer: Acquirer;
  let cielo: ReturnType<typeof openCielo>['cielo'];

  beforeEach(async () => {
    acquirer = await startAcquirer();
    ({ cielo } = openCielo(acquirer.url));
  });
  afterEach(async () => {
    cielo.close();
    await acquirer.stop();
  });

  const charged = async (): Promise<PaymentRef> => {
    const facts = cardFacts();
    await cielo.provider.charge(cardRequest(facts));
    return refOf(facts, (await acquirer.salesOf(orderOf(facts)))[0]?.paymentId ?? null);
  };

  it('is asked about each payment of ours', async () => {
    const [paid, unanswered, neverSent] = [await charged(), await charged(), refOf(cardFacts())];
    const ours = ourPayments([paid, { ...unanswered, providerReference: null }, neverSent]);
    const entries = await listed(cielo.provider, day, ours);

    expect(entries.map(({ paymentId, amount, currency }) => [paymentId, amount, currency])).toEqual([
      [paid.facts.paymentId, '100.00', 'BRL'],
      [unanswered.facts.paymentId, '100.00', 'BRL'],
    ]);
    expect(entries[0]).toMatchObject({ providerReference: paid.providerReference, isGone: false });
  });

  it('lists a sale that was voided in full as money', async () => {
    const payment = await charged();
    await acquirer.void(payment.providerReference ?? '', 10_000);

    expect(await listed(cielo.provider, day, ourPayments([payment]))).toMatchObject([
      { providerReference: payment.providerReference, amount: '100.00', isGone: true },
    ]);
  });

  it('counts as no answer when one of them has none', async () => {
    const payments = [await charged(), await charged()];
    acquirer.next('read', { kind: 'answer', status: 500, body: '', isDone: false });

    expect(await cielo.provider.statement?.(day, ourPayments(payments))).toEqual(silence);
  });
});
