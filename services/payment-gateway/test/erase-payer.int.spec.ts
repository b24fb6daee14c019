import { fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { createLogger } from '@repasse/chassis/log/logger';
import { orderIdOf } from '../src/providers/cielo/order-id';
import { fromInside } from './support/gateway';
import { listCards, openCardWorld, saveCard, type CardWorld } from './support/saved-cards';

let world: CardWorld;
beforeAll(async () => {
  const log = createLogger({ service: 'test', level: 'silent' });
  world = await openCardWorld({ clock: fakeClock('2026-11-21T15:00:00.000Z'), log });
});
afterAll(() => world.stop());

const erase = async (asked: object) => {
  const call = { body: asked, headers: fromInside };
  const { status, body } = await world.gateway.call('POST', '/internal/payer-erasures', call);
  return { status, body };
};
const count = async (sql: string, params: readonly unknown[]): Promise<number> =>
  (await world.gateway.db.query(sql, params)).length;

it('erases who paid, their saved cards and what providers were told, of one merchant alone', async () => {
  const [mine, other] = [4_001, 4_002];
  const { paymentId } = await saveCard(world, mine);
  const kept = await saveCard(world, other);
  const chargeId = paymentId.replace('pay_', 'ch_');
  const document = '52998224725';
  await world.gateway.db.query(
    `insert into payers (payment_id, name, email, document) values ($1, 'Ana', 'ana@example.com', $3), ($2, 'Ana', null, $3)
     on conflict (payment_id) do update set name = excluded.name, document = excluded.document`,
    [paymentId, kept.paymentId, document],
  );
  const told = 'select 1 from provider_calls where request_body is not null and reference = $1';
  // Calls are kept shortly after their answers.
  for (const id of [paymentId, kept.paymentId]) await eventually(async () => (await count(told, [orderIdOf(id)])) > 0);

  const erased = await erase({ userId: mine, document, chargeIds: [chargeId, kept.paymentId.replace('pay_', 'ch_')] });

  expect(erased).toMatchObject({ status: 200, body: { payers: 1, savedCards: 1 } });
  expect(Number(erased.body['providerCalls'])).toBeGreaterThan(0);
  expect((await listCards(world, mine)).data).toEqual([]);
  expect((await listCards(world, other)).data).toHaveLength(1);
  expect(await count(told, [orderIdOf(paymentId)])).toBe(0);
  expect(await count(told, [orderIdOf(kept.paymentId)])).toBe(1);
  expect(await count('select 1 from payers where payment_id = $1', [paymentId])).toBe(0);
  expect(await count('select 1 from payers where payment_id = $1', [kept.paymentId])).toBe(1);

  expect(await erase({ userId: mine, document, chargeIds: [chargeId] })).toEqual({
    status: 200,
    body: { payers: 0, savedCards: 0, providerCalls: 0 },
  });
});

it('erases by an e-mail in any case, also of a payment that no charge names', async () => {
  const { paymentId } = await saveCard(world, 4_003);
  await world.gateway.db.query(
    `insert into payers (payment_id, name, email) values ($1, 'Ana', 'Ana@Coins.example')
     on conflict (payment_id) do update set email = excluded.email`,
    [paymentId],
  );
  expect((await erase({ userId: 4_004, email: 'ana@coins.example', chargeIds: [] })).body).toMatchObject({ payers: 0 });
  expect((await erase({ userId: 4_003, email: 'ana@coins.EXAMPLE', chargeIds: [] })).body).toMatchObject({
    ...{ payers: 1, savedCards: 1 },
  });
  expect(await count('select 1 from payers where payment_id = $1', [paymentId])).toBe(0);
});
