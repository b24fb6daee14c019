import { type Sale } from '@repasse/provider-sandbox/testing/card-acquirer';
import { orderIdOf } from '../src/providers/cielo/order-id';
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

const saleOf = async (paymentId: string): Promise<Sale> => {
  const [sale] = await world.acquirer.salesOf(orderIdOf(paymentId));
  if (sale === undefined) throw new Error(`The acquirer has no sale of ${paymentId}.`);
  return sale;
};

/** The number whose last digit the acquirer denies; the rest of it has no meaning. */
const blocked = '4024007100000065';

describe('a notification of the acquirer', () => {
  it('finds the money of a sale whose answer was lost', async () => {
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    world.acquirer.next('find', { kind: 'cut', isDone: false });
    const { paymentId, body } = await world.payByCard();
    expect(body).toMatchObject({ status: 'UNKNOWN' });

    const sale = await saleOf(paymentId);
    const answer = await world.notify({ PaymentId: sale.paymentId, ChangeType: 1 });

    expect(answer).toMatchObject({ status: 200, body: { received: 1 } });
    await world.gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'offered', 'received']);
  });

  it('twice changes nothing', async () => {
    const { paymentId } = await world.payByCard();
    const { paymentId: PaymentId } = await saleOf(paymentId);
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
    const { paymentId: PaymentId } = await saleOf(paymentId);
    await world.notify({ PaymentId, ChangeType: 1, Status: 2, CapturedAmount: 10_000 });

    await expectStatus(paymentId, 'FAILED');
    const [, , failed] = await world.gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'failed']);
    expect(failed?.data).toMatchObject({ reason: 'DECLINED', declineCode: 'card_blocked', isRetryable: true });
  });

  it('of a chargeback opens a dispute, and of its end ends it', async () => {
    const { paymentId } = await world.payByCard();
    const sale = await saleOf(paymentId);
    await world.acquirer.chargeBack(sale.paymentId, 'Received');
    await world.notify({ PaymentId: sale.paymentId, ChangeType: 7 });
    const lived = ['requested', 'offered', 'received', 'dispute.opened'];
    await eventually(async () => (await typesOf(paymentId)).length === lived.length);

    await world.acquirer.chargeBack(sale.paymentId, 'AcceptedByMerchant');
    await world.notify({ PaymentId: sale.paymentId, ChangeType: 7 });
    await eventually(async () => (await typesOf(paymentId)).at(-1)?.includes('lost'));
  });

  it('is kept until the acquirer can be asked', async () => {
    const { paymentId } = await world.payByCard();
    world.acquirer.next('read', { kind: 'cut', isDone: false });
    await world.notify({ PaymentId: (await saleOf(paymentId)).paymentId, ChangeType: 1 });

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
