import { eventually } from '@repasse/chassis/testing/eventually';
import { eventCatalogue, validateEvent, type EventType } from '@repasse/contracts';
import { ChargeService } from './support/charge-service';

/** What this service reads. */
const consumed = eventCatalogue.filter(({ service }) => service === 'payment-gateway' || service === 'identity');

describe('what the charge service says and hears', () => {
  const charge = new ChargeService('contracts');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const published = async (chargeId: string) => charge.bus.replay('charge.events.v1', chargeId);

  it('publishes each of its events as the contract has it', async () => {
    const split = [{ recipientEmail: 'seller@partner.example', kind: 'PERCENT', percent: 25 }];
    charge.peers.addUser({ userId: 2001, email: 'seller@partner.example' });
    const make = async (): Promise<{ chargeId: string; attemptId: string; paymentId: string }> => {
      const { body } = await charge.create({ paymentMethod: 'PIX', split, webhookUrl: 'https://merchant.example/h' });
      const attemptId = String(body['id']);
      return { chargeId: String(body['chargeId']), attemptId, paymentId: attemptId.replace('att_', 'pay_') };
    };
    const outcomes = [
      'repasse.payment.received.v1',
      'repasse.payment.failed.v1',
      'repasse.payment.expired.v1',
    ] as const;
    const types = new Set<string>();
    for (const type of outcomes) {
      const ids = await make();
      const example = consumed.find((entry) => entry.type === type)?.example;
      await charge.publishExample(type, ids.paymentId, 1, { ...example, ...ids });
      const messages = await eventually(async () => {
        const all = await published(ids.chargeId);
        return all.length === 3 ? all : undefined;
      });
      for (const { headers, value } of messages) {
        const eventType = headers['ce_type'] as EventType;
        types.add(eventType);
        expect(validateEvent(eventType, value)).toEqual([]);
        expect(headers).toMatchObject({ ce_source: 'repasse/charge', ce_subject: ids.chargeId });
      }
    }
    const own = eventCatalogue.filter(({ service }) => service === 'charge').map(({ type }) => type);
    expect([...types].sort()).toEqual([...own].sort());
  });

  it.each(consumed.map(({ type, example }) => [type, example] as const))(
    'accepts the example of %s',
    async (type, example) => {
      // The example's charge must exist for its payment to be of any.
      const { body } = await charge.create({ paymentMethod: 'PIX' });
      const attemptId = String(body['id']);
      const paymentId = attemptId.replace('att_', 'pay_');
      const isPayment = 'paymentId' in example;
      const ids = isPayment ? { chargeId: String(body['chargeId']), attemptId, paymentId } : { userId: nextUserId() };
      const key = isPayment ? paymentId : String(ids.userId);
      await charge.publishExample(type, key, 1, { ...example, ...ids });

      await eventually(async () => (await consumedPositionOf(key)) === 1);
    },
  );

  let lastUserId = 7_000;
  const nextUserId = (): number => (lastUserId += 1);
  const consumedPositionOf = async (key: string): Promise<number | undefined> => {
    const [row] = await charge.db.query<{ position: number }>(
      'select position from consumed_positions where key = $1',
      [key],
    );
    return row?.position;
  };
});
