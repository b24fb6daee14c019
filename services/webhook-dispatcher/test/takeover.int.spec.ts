import { createLogger } from '@repasse/chassis/log/logger';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type AttemptOutcome } from '../src/domain/delivery';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { Receiver } from './receiver';

describe('a process that dies with deliveries in hand', () => {
  let dispatcher: Dispatcher;
  let receiver: Receiver;
  const lines: string[] = [];
  /** How the first process, which hangs in the middle of its tries, comes back to life. */
  const wakeUp: ((outcome: AttemptOutcome) => void)[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start();
    dispatcher = await startDispatcher({
      send: () => new Promise((resolve) => wakeUp.push(resolve)),
      log: createLogger({ service: 'first', level: 'warn', destination: { write: (line) => void lines.push(line) } }),
    });
  });
  afterAll(async () => {
    await dispatcher.stop();
    await receiver.stop();
  });

  it('leaves them to another under the same webhook-id, and its own late word counts for nothing', async () => {
    const { chargeId } = await dispatcher.createPaidCharge(receiver.url);
    await eventually(() => wakeUp.length === 1);
    const [planned] = await dispatcher.query<{ id: string }>(
      `update deliveries set lease_until = clock_timestamp() where charge_id = $1 returning webhook_id as id`,
      [chargeId],
    );

    await dispatcher.startAnother();
    await eventuallyHolds(async () => {
      const { body } = await dispatcher.call('GET', `/webhook-deliveries?chargeId=${chargeId}`);
      expect(body['data']).toEqual([expect.objectContaining({ status: 'DELIVERED', attempts: 1 })]);
    });
    wakeUp[0]?.({ type: 'failed', failure: 'The process was asleep.' });
    await eventually(() => lines.some((line) => line.includes('the lease of a delivery was lost')));

    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([planned?.id]);
    const log = await dispatcher.query<{ status: number }>(
      `select response_status as status from delivery_attempts join deliveries using (delivery_id) where charge_id = $1`,
      [chargeId],
    );
    expect(log).toEqual([{ status: 204 }]);
  });
});
