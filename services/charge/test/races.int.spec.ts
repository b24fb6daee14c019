import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';
import { PaymentTeller } from './support/payment-teller';

type Body = TestAnswer['body'];

/** Each race is run this often: one run shows only one of the orders in which it can end. */
const runs = 6;

/** In every order: the money is booked once or lies beside the charge, and no payer pays twice for the same. */
describe('races', () => {
  const charge = new ChargeService('races');
  const payments = new PaymentTeller(charge);
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const pix = async (): Promise<Body> => (await charge.create({ paymentMethod: 'PIX' })).body;
  const post = (attempt: Body, rest: string, body: object = {}): Promise<TestAnswer> =>
    charge.call('POST', `/charge/${String(attempt['chargeId'])}${rest}`, { body });
  const read = async (attempt: Body): Promise<Body> =>
    (await charge.call('GET', `/charge/${String(attempt['chargeId'])}`)).body;
  const events = async (attempt: Body): Promise<readonly string[]> => {
    const rows = await charge.db.query<{ type: string }>(
      'select type from events where stream_id = $1 order by version',
      [attempt['chargeId']],
    );
    return rows.map(({ type }) => type);
  };
  const count = (types: readonly string[], type: string): number => types.filter((known) => known === type).length;
  const consumed = (told: Awaited<ReturnType<PaymentTeller['tell']>>): Promise<true> =>
    eventually(() => payments.isConsumed(told));
  const repeat = async (race: () => Promise<void>): Promise<void> => {
    for (let run = 0; run < runs; run += 1) await race();
  };

  it('payment against cancel: one of them wins, and the money is somewhere', async () => {
    await repeat(async () => {
      const attempt = await pix();
      const [told, canceled] = await Promise.all([payments.receive(attempt), post(attempt, '/cancel')]);
      await consumed(told);
      const types = await events(attempt);
      expect(count(types, 'ChargePaid') + count(types, 'ChargeSurplusReceived')).toBe(1);
      expect(await read(attempt)).toMatchObject({ status: canceled.status === 200 ? 'CANCELED' : 'PAID' });
      expect(count(types, 'ChargeCanceled')).toBe(canceled.status === 200 ? 1 : 0);
    });
  });

  it('payment against expiry: money that was in time pays, in either order', async () => {
    await repeat(async () => {
      const expiresAt = new Date(charge.clock.now().getTime() + 60 * 60_000).toISOString();
      const attempt = (await charge.create({ paymentMethod: 'PIX', expiresAt })).body;
      charge.clock.advance(62 * 60_000);
      await consumed(await payments.receive(attempt, { receivedAt: expiresAt }));
      await eventually(async () => (await read(attempt))['status'] === 'PAID');
      const types = await events(attempt);
      expect(count(types, 'ChargePaid')).toBe(1);
      expect(count(types, 'ChargeExpired')).toBeLessThanOrEqual(1);
      expect(await read(attempt)).toMatchObject({ statusReason: null });
    });
  });

  it('the same payment reported twice at once is one payment', async () => {
    await repeat(async () => {
      const attempt = await pix();
      const told = await Promise.all([payments.receive(attempt), payments.receive(attempt)]);
      await Promise.all(told.map(consumed));
      expect((await events(attempt)).slice(-1)).toEqual(['ChargePaid']);
      expect(count(await events(attempt), 'ChargePaid')).toBe(1);
    });
  });

  it('two attempts paid at once: one pays, the other is a duplicate that goes back', async () => {
    await repeat(async () => {
      const first = await pix();
      const second = (await post(first, '/attempts', { paymentMethod: 'PIX' })).body;
      const told = await Promise.all([payments.receive(first), payments.receive(second)]);
      await Promise.all(told.map(consumed));
      const types = await events(first);
      expect([count(types, 'ChargePaid'), count(types, 'ChargeSurplusReceived')]).toEqual([1, 1]);
      expect(await read(first)).toMatchObject({ status: 'PAID', statusReason: 'DUPLICATE' });
      const surpluses = await charge.db.query('select from surpluses where charge_id = $1 and standing = $2', [
        first['chargeId'],
        'refunding',
      ]);
      expect(surpluses).toHaveLength(1);
    });
  });

  it('the answer to a card against the event that says the same: one payment', async () => {
    const card = { number: '4024007100000040', holderName: 'ANA SOUZA', securityCode: '123' };
    await repeat(async () => {
      const { body } = await charge.create({});
      const chargeId = String(body['id']);
      const sentBefore = charge.peers.gateway.cardPayments.length;
      const paying = charge.pay(chargeId, String(body['checkoutToken']), {
        card: { ...card, expirationMonth: 12, expirationYear: 2031 },
      });
      const sent = await eventually(() => charge.peers.gateway.cardPayments[sentBefore]);
      const attempt = { id: sent.attemptId, chargeId, invoiceId: 50_000, paymentMethod: 'CREDIT_CARD' };
      const told = await payments.receive(attempt, { providerReference: `cielo-${sent.paymentId}` });
      expect(await paying).toMatchObject({ status: 200, body: { status: 'PAID' } });
      await consumed(told);
      const types = await events(attempt);
      expect([count(types, 'ChargePaid'), count(types, 'ChargeSurplusReceived')]).toEqual([1, 0]);
    });
  });

  it('fifty attempts requested at once: ten are made, the others are refused by name', async () => {
    const { body } = await charge.create({});
    const attempt = { chargeId: body['id'] };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(attempt, '/attempts', { paymentMethod: 'PIX' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ body: { code } }) => code !== 'charge.attempts_exhausted')).toEqual([]);
    expect(count(await events(attempt), 'AttemptRequested')).toBe(10);
  });

  it('fifty cards at once: one is charged', async () => {
    const { body } = await charge.create({});
    const sentBefore = charge.peers.gateway.cardPayments.length;
    charge.peers.gateway.cardMood = 'doubt';
    const card = { number: '4024007100000040', holderName: 'ANA SOUZA', securityCode: '123' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        charge.pay(String(body['id']), String(body['checkoutToken']), {
          card: { ...card, expirationMonth: 12, expirationYear: 2031 },
        }),
      ),
    );
    charge.peers.gateway.cardMood = 'approve';
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(charge.peers.gateway.cardPayments.length - sentBefore).toBe(1);
  });
});
