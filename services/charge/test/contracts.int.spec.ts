import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { eventCatalogue, validateEvent, type EventType } from '@repasse/contracts';
import { attemptsInAllLimit } from '../src/domain/charge.terms';
import { ChargeService } from './support/charge-service';
import { PaymentTeller, paymentIdOf } from './support/payment-teller';

type Body = TestAnswer['body'];

const fromIdentity = eventCatalogue.filter(({ topic }) => topic === 'identity.events.v1');
const fromGateway = eventCatalogue.filter(({ topic }) => topic === 'payment.events.v1');

describe('what the charge service says and hears', () => {
  const charge = new ChargeService('contracts');
  const payments = new PaymentTeller(charge);
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const pix = async (): Promise<Body> => {
    const split = [{ recipientEmail: 'seller@partner.example', kind: 'PERCENT', percent: 25 }];
    const body = { paymentMethod: 'PIX', split, webhookUrl: 'https://merchant.example/h' };
    return (await charge.create(body)).body;
  };
  const path = (attempt: Body, rest = ''): string => `/charge/${String(attempt['chargeId'])}${rest}`;
  const published = (attempt: Body) => charge.bus.replay('charge.events.v1', String(attempt['chargeId']));
  const says = (attempt: Body, type: EventType): Promise<boolean> =>
    eventually(async () => (await published(attempt)).some(({ headers }) => headers['ce_type'] === type));

  /** Lives of charges that between them bring about every event. Each ends with the last one it is announced by. */
  const lives: Readonly<Record<string, (attempt: Body) => Promise<EventType>>> = {
    'paid too much, and given back': async (attempt) => {
      await payments.receive(attempt, { amountMinor: 10_500 });
      await says(attempt, 'repasse.charge.surplus_received.v1');
      const [row] = await charge.db.query<{ refund_id: string }>(
        'select refund_id from surpluses where charge_id = $1',
        [attempt['chargeId']],
      );
      const settled = { refundId: row?.refund_id ?? '', amountMinor: 500, purpose: 'SURPLUS' as const };
      await payments.tell('repasse.refund.settled.v1', attempt, settled);
      await payments.tell('repasse.refund.settled.v1', attempt, {
        amountMinor: 10_000,
        splitRefund: [{ userId: 1001, amountMinor: 10_000 }],
      });
      return 'repasse.charge.refunded.v1';
    },
    'begun, come to nothing, and expired': async (attempt) => {
      await payments.tell('repasse.payment.confirming.v1', attempt);
      await payments.tell('repasse.payment.reopened.v1', attempt);
      await payments.tell('repasse.payment.expired.v1', attempt);
      await says(attempt, 'repasse.attempt.expired.v1');
      charge.clock.advance(25 * 60 * 60_000);
      return 'repasse.charge.expired.v1';
    },
    'held, accepted and paid': async (attempt) => {
      await payments.receive(attempt, { amountMinor: 6_000 });
      await says(attempt, 'repasse.charge.surplus_received.v1');
      await charge.call('POST', path(attempt, `/held-payments/${paymentIdOf(attempt)}`), {
        body: { action: 'ACCEPT' },
      });
      return 'repasse.charge.paid.v1';
    },
    canceled: async (attempt) => {
      await charge.call('POST', path(attempt, '/cancel'));
      return 'repasse.charge.canceled.v1';
    },
    // By trouble at its provider, which uses up no try of the payer.
    'failed twenty times': async (attempt) => {
      let last = attempt;
      for (let tries = 1; tries <= attemptsInAllLimit; tries += 1) {
        const failure = await payments.tell('repasse.payment.failed.v1', last);
        await eventually(() => payments.isConsumed(failure));
        if (tries === attemptsInAllLimit) break;
        last = (await charge.call('POST', path(attempt, '/attempts'), { body: { paymentMethod: 'PIX' } })).body;
      }
      return 'repasse.charge.failed.v1';
    },
  };
  const seen = new Set<string>();

  it.each(Object.keys(lives))('publishes as the contract has it what becomes of a charge that is %s', async (life) => {
    charge.peers.addUser({ userId: 2001, email: 'seller@partner.example' });
    const attempt = await pix();
    const last = await lives[life]?.(attempt);
    if (last) await says(attempt, last);
    for (const { headers, value } of await published(attempt)) {
      seen.add(headers['ce_type'] ?? '');
      expect(validateEvent(headers['ce_type'] as EventType, value)).toEqual([]);
      expect(headers).toMatchObject({ ce_source: 'repasse/charge', ce_subject: attempt['chargeId'] });
    }
  });

  it('has said between these lives all it can say', () => {
    const own = eventCatalogue.filter(({ service }) => service === 'charge').map(({ type }) => type);
    expect([...seen].sort()).toEqual([...own].sort());
  });

  it.each(fromGateway.map(({ type }) => type))('accepts the example of %s', async (type) => {
    const attempt = await pix();
    // A refund is only accepted after its payment.
    if (type.startsWith('repasse.refund.')) await payments.receive(attempt);
    const ids = { chargeId: String(attempt['chargeId']), attemptId: String(attempt['id']) };
    const position = type.startsWith('repasse.refund.') ? 2 : 1;
    await charge.publish(type, paymentIdOf(attempt), position, { ...ids, paymentId: paymentIdOf(attempt) });
    await eventually(() => payments.isConsumed({ paymentId: paymentIdOf(attempt), position }));
  });

  let lastUserId = 7_000;
  it.each(fromIdentity.map(({ type }) => type))('accepts the example of %s', async (type) => {
    lastUserId += 1;
    const key = String(lastUserId);
    await charge.publish(type, key, 1, { userId: lastUserId });
    await eventually(async () => {
      const rows = await charge.db.query('select from consumed_positions where key = $1 and position = 1', [key]);
      return rows.length === 1;
    });
  });
});
