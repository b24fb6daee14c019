import { eventually } from '@repasse/chassis/testing/eventually';
import { type CardGateway, startCardGateway } from './support/card-gateway';

let world: CardGateway;

beforeAll(async () => {
  // Without the reconciler, all records here come from notifications.
  world = await startCardGateway({ isReconciling: false });
});
afterAll(() => world.stop());

const expectStatus = (paymentId: string, status: string): Promise<unknown> =>
  eventually(async () => (await world.gateway.getPayment(paymentId)).body['status'] === status);

/** The number whose last digit the acquirer denies; the rest of it has no meaning. */
const blocked = '4024007100000065';

describe('a notification of the acquirer', () => {
  it('finds the money of a sale whose answer was lost', async () => {
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    world.acquirer.next('find', { kind: 'cut', isDone: false });
    const { paymentId, body } = await world.payByCard();
    expect(body).toMatchObject({ status: 'UNKNOWN' });

    const sale = world.acquirer.books.sales.at(-1);
    const answer = await world.notify({ PaymentId: sale?.paymentId, ChangeType: 1 });

    expect(answer).toMatchObject({ status: 200, body: { received: 1 } });
    await world.gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'offered', 'received']);
  });

  it('twice changes nothing', async () => {
    const { paymentId } = await world.payByCard();
    const PaymentId = world.acquirer.books.sales.at(-1)?.paymentId;
    const asked = world.acquirer.questions.length;
    await Promise.all([world.notify({ PaymentId, ChangeType: 1 }), world.notify({ PaymentId, ChangeType: 1 })]);

    // Two for whose sale it is, two for what became of it.
    await eventually(() => world.acquirer.questions.length === asked + 4);
    await world.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });

  it('that money came is not believed of a sale that was denied', async () => {
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    world.acquirer.next('find', { kind: 'cut', isDone: false });
    const { paymentId } = await world.payByCard({ number: blocked });
    const PaymentId = world.acquirer.books.sales.at(-1)?.paymentId;
    await world.notify({ PaymentId, ChangeType: 1, Status: 2, CapturedAmount: 10_000 });

    await expectStatus(paymentId, 'FAILED');
    const [, , failed] = await world.gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'failed']);
    expect(failed?.data).toMatchObject({ reason: 'DECLINED', declineCode: 'card_blocked', isRetryable: true });
  });

  it('of a chargeback opens a dispute, and of its end ends it', async () => {
    const { paymentId } = await world.payByCard();
    const sale = world.acquirer.books.sales.at(-1);
    const chargeback = { CaseNumber: '4711', Amount: 10_000, Date: '2026-11-21', Status: 'Received' };
    Object.assign(sale?.extra ?? {}, { Chargebacks: [chargeback] });
    await world.notify({ PaymentId: sale?.paymentId, ChangeType: 7 });
    const lived = ['requested', 'offered', 'received', 'dispute.opened'];
    await eventually(async () => (await typesOf(paymentId)).length === lived.length);

    Object.assign(sale?.extra ?? {}, { Chargebacks: [{ ...chargeback, Status: 'AcceptedByMerchant' }] });
    await world.notify({ PaymentId: sale?.paymentId, ChangeType: 7 });
    await eventually(async () => (await typesOf(paymentId)).at(-1)?.includes('lost'));
  });

  it('is kept until the acquirer can be asked', async () => {
    const { paymentId } = await world.payByCard();
    world.acquirer.next('read', { kind: 'cut', isDone: false });
    await world.notify({ PaymentId: world.acquirer.books.sales.at(-1)?.paymentId, ChangeType: 1 });

    await eventually(async () => {
      const [row] = await world.gateway.db.query<{ isOpen: boolean }>(
        `select handled_at is null as "isOpen" from callback_inbox order by callback_id desc limit 1`,
        [],
      );
      return row?.isOpen === true && world.acquirer.asked().at(-1) === 'read';
    });
    await world.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });
});

describe('an unusable notification', () => {
  it.each([
    ['of a sale that is not ours', { PaymentId: '00000000-0000-0000-0000-000000000000', ChangeType: 1 }, 1],
    ['without a sale', { ChangeType: 3, RecurrentPaymentId: 'x' }, 0],
    ['with a sale that is no name', { PaymentId: '../../1/sales' }, 0],
  ])('is accepted all the same: %s', async (_, body, received) => {
    expect(await world.notify(body)).toMatchObject({ status: 200, body: { received } });
  });

  it('is refused to strangers, without a word to the acquirer', async () => {
    const asked = world.acquirer.questions.length;
    const PaymentId = '24bc8366-fc31-4d6c-8555-17049a836a07';

    expect(await world.notify({ PaymentId }, 'another-token')).toMatchObject({
      status: 404,
      body: { code: 'callback.not_found' },
    });
    expect(world.acquirer.questions).toHaveLength(asked);
  });
});

const typesOf = async (paymentId: string): Promise<readonly string[]> =>
  (await world.gateway.published(paymentId)).map(({ type }) => type);
