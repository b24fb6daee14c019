import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { ownerId } from './merchant';
import { Receiver } from './receiver';

let dispatcher: Dispatcher;
let receiver: Receiver;

beforeAll(async () => {
  dispatcher = await startDispatcher();
  receiver = await Receiver.start();
  await dispatcher.register({ url: receiver.url, eventTypes: ['recipient.*', 'destination.*'] });
});
afterAll(async () => {
  await receiver.stop();
  await dispatcher.stop();
});

const seller = ownerId + 50;
const label = 'PIX CPF ***.456.789-**';

const received = () => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });

it('tells the merchant of their sellers and of where these are paid, without personal data', async () => {
  const ofSeller = { userId: seller, managerUserId: ownerId };
  await dispatcher.tell('repasse.recipient.verified.v1', String(seller), 1, ofSeller);
  await dispatcher.tell('repasse.destination.added.v1', String(seller), 2, { ...ofSeller, destinationLabel: label });
  await eventually(() => receiver.received.length === 2);

  const [verified, added] = received();
  expect(verified).toMatchObject({
    type: 'recipient.verified',
    data: { recipient: { userId: seller, verification: 'VERIFIED' } },
  });
  expect(added).toMatchObject({ type: 'destination.added', data: { destination: { userId: seller, label } } });
  const { body } = await dispatcher.read('/events?types=recipient.*');
  expect(body).toMatchObject({ data: [{ type: 'recipient.verified' }] });
});

it('tells a merchant of themself once, and nobody of others’ sellers', async () => {
  await dispatcher.tell('repasse.recipient.submitted.v1', String(ownerId), 1, { userId: ownerId, managerUserId: null });
  await dispatcher.tell('repasse.recipient.submitted.v1', String(seller + 1), 1, {
    ...{ userId: seller + 1, managerUserId: ownerId + 60 },
  });
  await eventually(() => receiver.received.length === 3);

  expect(received()[2]).toMatchObject({ data: { recipient: { userId: ownerId, verification: 'PENDING' } } });
});

it('refuses the tokens of a suspended user, as before', async () => {
  await dispatcher.tell('repasse.user.suspended.v1', String(ownerId), 2, {
    ...{ userId: ownerId, suspendedAt: new Date().toISOString() },
  });

  await eventuallyHolds(async () => expect((await dispatcher.read('/events')).status).toBe(401));
  expect(receiver.received).toHaveLength(3);
});
