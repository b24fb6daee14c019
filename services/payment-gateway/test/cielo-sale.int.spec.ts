import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type OfferOutcome } from '../src/providers/provider';
import { type Acquirer, acquirerMerchant, startAcquirer } from './support/acquirer';
import { type AcquirerWorld, cardFacts, cardOf, cardRequest, openCielo, orderOf, refOf } from './support/card-payments';
import { noon } from './support/gateway';

let clock: FakeClock;
let acquirer: Acquirer;
let world: AcquirerWorld;

beforeEach(async () => {
  clock = fakeClock(noon.now().toISOString());
  acquirer = await startAcquirer(clock);
  world = openCielo(acquirer.url, clock);
});
afterEach(async () => {
  world.cielo.close();
  await acquirer.stop();
});

/** The sandbox's control 0003: its issuer answers five minutes later. */
const lateNumber = '4024007100030021';

const charge = (facts = cardFacts(), card = cardOf()): Promise<OfferOutcome> =>
  world.cielo.provider.charge(cardRequest(facts, card));

describe('a card that is charged', () => {
  it('is sent once, as the acquirer wants it', async () => {
    const facts = cardFacts();
    const outcome = await charge(facts);

    const [sale] = await acquirer.sales();
    expect(acquirer.asked()).toEqual(['sell']);
    expect(acquirer.questions[0]).toMatchObject({
      url: '/cielo/1/sales/',
      headers: {
        merchantid: acquirerMerchant.merchantId,
        merchantkey: acquirerMerchant.merchantKey,
        'content-type': 'application/json',
      },
    });
    expect(acquirer.questions[0]?.body).toEqual({
      MerchantOrderId: orderOf(facts),
      Customer: { Name: 'Fulana de Tal', Identity: '12345678909', IdentityType: 'CPF', Email: 'fulana@example.com' },
      Payment: {
        Type: 'CreditCard',
        Amount: 10_000,
        Currency: 'BRL',
        Country: 'BRA',
        Installments: 3,
        Interest: 'ByMerchant',
        Capture: true,
        SoftDescriptor: 'REPASSE',
        CreditCard: {
          CardNumber: '4024007100000040',
          Holder: 'Fulana de Tal',
          ExpirationDate: '12/2030',
          SecurityCode: '987',
          Brand: 'Visa',
          SaveCard: false,
        },
      },
    });
    expect(outcome).toEqual({
      outcome: 'received',
      offer: {
        providerReference: sale?.paymentId,
        instructions: { method: 'CREDIT_CARD', brand: 'VISA', last4: '0040', installments: 3 },
      },
      // 15:00:00 in Brasília.
      receipts: [{ providerReference: sale?.paymentId, amountMinor: 10_000, receivedAt: '2026-11-21T18:00:00.000Z' }],
    });
  });

  it.each<[string, string, boolean]>([
    ['4024007100000032', 'declined', true],
    ['4024007100000073', 'not_permitted', false],
    ['4024007100000065', 'card_blocked', true],
    ['4024007100000016', 'issuer_unavailable', true],
    ['4024007100000057', 'card_canceled', false],
    ['4024007100000008', 'declined', true],
  ])('with number %s is declined: %s', async (number, declineCode, isRetryable) => {
    const outcome = await charge(cardFacts(), cardOf({ number }));

    expect(outcome).toMatchObject({ outcome: 'declined', declineCode, isRetryable });
  });

  it('is captured when the acquirer got no further than the authorisation', async () => {
    acquirer.authorizeOnly();
    const outcome = await charge();

    expect(outcome).toMatchObject({ outcome: 'received', receipts: [{ amountMinor: 10_000 }] });
    expect(acquirer.asked()).toEqual(['sell', 'capture', 'read']);
  });

  it.each([0, 12, 20, 99])('is in the acquirer’s hands while its status is %d', async (status) => {
    acquirer.changeNext('sell', { Status: status, CapturedAmount: undefined });

    expect(await charge()).toMatchObject({ outcome: 'confirming' });
  });

  it('is paid once its issuer has answered, however late', async () => {
    const facts = cardFacts();
    expect(await charge(facts, cardOf({ number: lateNumber }))).toMatchObject({ outcome: 'confirming' });
    expect(await world.cielo.provider.inspect(refOf(facts))).toMatchObject({ status: 'confirming', receipts: [] });

    clock.advance(6 * 60_000);
    await eventuallyHolds(async () =>
      expect(await world.cielo.provider.inspect(refOf(facts))).toMatchObject({
        status: 'received',
        receipts: [{ amountMinor: 10_000 }],
      }),
    );
  });

  it('is declined when it was tried too often', async () => {
    const frequent = { ReasonCode: 16, ProviderReturnCode: 'BP171' };
    acquirer.changeNext('sell', { Status: 0, CapturedAmount: undefined, ...frequent });

    expect(await charge()).toMatchObject({ outcome: 'declined', declineCode: 'suspected_fraud', isRetryable: false });
  });

  it.each([10, 13])('is not paid when the acquirer took it back or gave up (%d)', async (status) => {
    acquirer.changeNext('sell', { Status: status, CapturedAmount: undefined });

    expect(await charge()).toMatchObject({ outcome: 'refused', reason: 'PROVIDER_ERROR' });
  });

  it('leaves no trace of its number and code in what was kept and logged', async () => {
    acquirer.next('sell', {
      kind: 'answer',
      status: 400,
      body: [{ Code: 126, Message: 'Card 4024007100000040 with 987 is not valid' }],
      isDone: false,
    });
    const outcomes = [await charge(), await charge()];
    const traces = JSON.stringify([outcomes, world.kept, world.lines]);

    expect(world.kept).toHaveLength(2);
    expect(traces).not.toContain('4024007100000040');
    expect(JSON.stringify(world.kept.map(({ requestBody }) => requestBody))).not.toMatch(/987|Fulana|2030/);
  });
});

describe('a card that is not even sent', () => {
  it.each([
    ['of a brand the acquirer does not take', { number: '6370950000000005' }, 'not_permitted'],
    ['of no brand at all', { number: '9000000000000001' }, 'not_permitted'],
    ['that expired last month', { expirationMonth: 10, expirationYear: 2026 }, 'card_expired'],
    ['without a name', { holderName: '123 !' }, 'invalid_card'],
    ['that takes no instalments', { number: '6011111111111117' }, 'not_permitted'],
  ])('is one %s', async (_, other, declineCode) => {
    const outcome = await charge(cardFacts(), cardOf(other));

    expect(outcome).toMatchObject({ outcome: 'declined', declineCode, isRetryable: false, offer: null });
    expect(acquirer.questions).toEqual([]);
  });

  it('is not one that expires this month', async () => {
    const outcome = await charge(cardFacts(), cardOf({ expirationMonth: 11, expirationYear: 2026 }));

    expect(outcome.outcome).toBe('received');
  });
});

describe('a request the acquirer refuses', () => {
  it.each<[number, object]>([
    [126, { outcome: 'declined', declineCode: 'invalid_card' }],
    [146, { outcome: 'declined', declineCode: 'invalid_security_code' }],
    [182, { outcome: 'declined', declineCode: 'not_permitted' }],
    [108, { outcome: 'refused', reason: 'PROVIDER_ERROR' }],
  ])('with code %d', async (code, expected) => {
    const body = [{ Code: code, Message: 'Recusado' }];
    acquirer.next('sell', { kind: 'answer', status: 400, body, isDone: false });

    expect(await charge()).toMatchObject(expected);
  });

  it('because it has the order already is asked for that order', async () => {
    const facts = cardFacts();
    const body = [{ Code: 302, Message: 'Duplicated' }];
    acquirer.next('sell', { kind: 'answer', status: 400, body, isDone: true });

    expect(await charge(facts)).toMatchObject({ outcome: 'received', receipts: [{ amountMinor: 10_000 }] });
    expect(acquirer.asked()).toEqual(['sell', 'find', 'read']);
  });

  it.each([401, 403, 429])('with %d has not been looked at', async (status) => {
    acquirer.next('sell', { kind: 'answer', status, body: [], isDone: false });

    expect(await charge()).toMatchObject({ outcome: 'unavailable' });
    expect(await acquirer.sales()).toEqual([]);
  });
});

describe('an acquirer that falls silent', () => {
  it('after charging is found out at once', async () => {
    acquirer.next('sell', { kind: 'silent', isDone: true });

    expect(await charge()).toMatchObject({ outcome: 'received' });
    expect(acquirer.asked()).toEqual(['sell', 'find', 'read']);
  });

  it('is never sent the card a second time', async () => {
    const facts = cardFacts();
    acquirer.next('sell', { kind: 'silent', isDone: false });
    const first = await charge(facts);
    const again = await world.cielo.provider.charge(cardRequest(facts, cardOf(), { isRepeat: true }));

    expect(first).toMatchObject({ outcome: 'unknown', isTimeout: true });
    expect(again).toMatchObject({ outcome: 'unknown' });
    expect(acquirer.asked()).toEqual(['sell', 'find', 'find']);
    expect(await world.cielo.provider.inspect(refOf(facts))).toEqual({ outcome: 'missing' });
  });

  it('and cannot be asked either leaves the payment in doubt, until it can', async () => {
    const facts = cardFacts();
    acquirer.next('sell', { kind: 'silent', isDone: true });
    acquirer.next('find', { kind: 'cut', isDone: false });

    expect(await charge(facts)).toMatchObject({ outcome: 'unknown' });
    expect(await world.cielo.provider.inspect(refOf(facts))).toMatchObject({ outcome: 'found', status: 'received' });
    expect(await acquirer.salesOf(orderOf(facts))).toHaveLength(1);
  });

  it('cannot be told apart from one that is not there, which was certainly not asked', async () => {
    const lost = openCielo('http://127.0.0.1:1');
    const outcome = await lost.cielo.provider.charge(cardRequest(cardFacts()));
    lost.cielo.close();

    expect(outcome).toMatchObject({ outcome: 'unavailable' });
  });
});

describe('asking about a card payment', () => {
  it('tells why it was declined', async () => {
    const facts = cardFacts();
    await charge(facts, cardOf({ number: '4024007100000005' }));

    expect(await world.cielo.provider.inspect(refOf(facts))).toMatchObject({
      status: 'declined',
      declineCode: 'card_blocked',
      isRetryable: true,
      providerReference: (await acquirer.sales())[0]?.paymentId,
      receipts: [],
    });
  });

  it('sees the money of every sale there is, should there be two', async () => {
    const facts = cardFacts();
    acquirer.next('sell', { kind: 'cut', isDone: true });
    await charge(facts, cardOf({ number: '4024007100000005' }));
    await charge(facts);
    await charge(facts);
    const found = await world.cielo.provider.inspect(refOf(facts));

    expect(found).toMatchObject({ status: 'received' });
    expect(found.outcome === 'found' ? found.receipts : []).toHaveLength(2);
  });

  it('believes no answer about another order', async () => {
    await charge();
    const [sale] = await acquirer.sales();

    expect(await world.cielo.provider.inspect(refOf(cardFacts(), sale?.paymentId ?? ''))).toMatchObject({
      outcome: 'silent',
    });
  });

  it('does not take a half refunded payment for an unpaid one', async () => {
    const facts = cardFacts();
    await charge(facts);
    await acquirer.void((await acquirer.sales())[0]?.paymentId ?? '', 4_000);

    expect(await world.cielo.provider.inspect(refOf(facts))).toMatchObject({
      status: 'received',
      receipts: [{ amountMinor: 10_000 }],
    });
  });

  it('leads from the acquirer’s name to ours', async () => {
    const facts = cardFacts();
    await charge(facts);
    const [sale] = await acquirer.sales();

    const namedIn = (PaymentId = '') => world.cielo.namesIn(JSON.stringify({ PaymentId }));
    expect(await namedIn(sale?.paymentId)).toEqual([{ type: 'payment', paymentId: facts.paymentId }]);
    expect(await namedIn('00000000-0000-0000-0000-000000000000')).toEqual([{ type: 'payment', paymentId: undefined }]);
    acquirer.next('read', { kind: 'cut', isDone: false });
    expect(await namedIn(sale?.paymentId)).toMatchObject([{ type: 'silence' }]);
  });
});

describe('taking a card payment back', () => {
  it('waits for the acquirer to finish with it', async () => {
    const facts = cardFacts();
    await charge(facts, cardOf({ number: lateNumber }));

    expect(await world.cielo.provider.cancel(refOf(facts))).toMatchObject({ outcome: 'refused' });
    expect(acquirer.asked()).not.toContain('void');
  });

  it('has nothing to do for one that was declined', async () => {
    const facts = cardFacts();
    await charge(facts, cardOf({ number: '4024007100000005' }));

    expect(await world.cielo.provider.cancel(refOf(facts))).toEqual({ outcome: 'canceled' });
    expect(acquirer.asked()).not.toContain('void');
  });
});

describe('a card that is to be saved', () => {
  const keep = (number = '4024007100000040') =>
    world.cielo.provider.charge(cardRequest(cardFacts(), cardOf({ number }), { isToBeSaved: true }));

  it('has a token when it has paid, of which no record is kept', async () => {
    const outcome = await keep();

    expect(outcome).toMatchObject({ outcome: 'received', savedCardToken: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const token = outcome.outcome === 'received' ? outcome.savedCardToken : undefined;
    expect(JSON.stringify(world.kept)).not.toContain(token);
  });

  it('has none when it was declined, or when its sale was found instead of answered', async () => {
    expect(await keep('4024007100000032')).not.toHaveProperty('savedCardToken');
    acquirer.next('sell', { kind: 'cut', isDone: true });
    const found = await keep();

    expect(found.outcome).toBe('received');
    expect(found.outcome === 'received' ? found.savedCardToken : 'none').toBeUndefined();
  });
});
