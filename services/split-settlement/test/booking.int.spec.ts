import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { validateEvent, type EventType } from '@repasse/contracts';
import { ana, bruno, eve, olga, paidCharge, paidEvent, paidInternationally } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('booking');
});
afterAll(() => service.stop());

const admin = tokenOf(1, 'ADMIN');
const balanceOf = async (userId: number) => (await service.get(`/balance?user_id=${userId}`, admin)).body;
const typesSaidOf = async (chargeId: string) =>
  (await service.published(chargeId)).map(({ headers }) => headers['ce_type']);

describe('a paid charge', () => {
  it('is booked to the cent, and its shares can be used at once', async () => {
    await service.publish([paidEvent(paidCharge())]);

    await eventuallyHolds(async () =>
      expect(await balanceOf(olga)).toMatchObject({ available: '69.21', pending: '0.00' }),
    );
    expect(await balanceOf(ana)).toMatchObject({ userId: ana, currency: 'BRL', available: '19.80', debt: '0.00' });
    expect(await balanceOf(bruno)).toMatchObject({ available: '10.00', reserve: '0.00' });
    expect(await balanceOf(eve)).toMatchObject({ available: '0.00', pending: '0.00' });
  });

  it('is published: first the settlement, then each release', async () => {
    const charge = paidCharge();
    await service.publish([paidEvent(charge)]);

    const messages = await eventually(async () => {
      const said = await service.published(charge.chargeId);
      return said.length === 4 && said;
    });

    const released = 'repasse.funds.released.v1';
    expect(messages.map(({ headers }) => headers['ce_type'])).toEqual([
      'repasse.split.settled.v1',
      released,
      released,
      released,
    ]);
    expect(messages.map(({ headers }) => headers['ce_position'])).toEqual(['1', '2', '3', '4']);
    for (const { headers, value } of messages)
      expect(validateEvent(headers['ce_type'] as EventType, value)).toEqual([]);
    expect(messages[0]?.value).toMatchObject({
      chargeId: charge.chargeId,
      paymentId: charge.paymentId,
      feeAmountMinor: 99,
      shares: [{ userId: olga, amountMinor: 6_921, releaseAt: charge.paidAt }, { userId: ana }, { userId: bruno }],
    });
    expect(messages[2]?.value).toMatchObject({ userId: ana, amountMinor: 1_980, currency: 'BRL' });
  });

  it('is booked once however often its event comes', async () => {
    const [userId, charge] = [
      3001,
      paidCharge({ shares: [{ userId: 3001, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }], userId: 3001 }),
    ];
    const event = paidEvent(charge);
    const last = paidEvent(
      paidCharge({ ...charge, chargeId: paidCharge().chargeId, paymentId: paidCharge().paymentId }),
    );

    await service.publish([event, event]);
    await service.publish([event]);
    await service.publish([last]);

    await eventuallyHolds(async () => expect(await typesSaidOf(last.subject)).toHaveLength(2));
    await eventuallyHolds(async () => expect(await balanceOf(userId)).toMatchObject({ available: '198.02' }));
    // Its events may still be on their way to the bus.
    await eventuallyHolds(async () => expect(await typesSaidOf(event.subject)).toHaveLength(2));
  });

  it('is booked beside two hundred others that share its users', async () => {
    const before = await balanceOf(ana);
    const charges = Array.from({ length: 200 }, () => paidCharge());
    await service.publish(charges.map((charge) => paidEvent(charge)));

    const cents = (balance: unknown) => Number((balance as { available: string }).available.replace('.', ''));
    await eventuallyHolds(async () => expect(cents(await balanceOf(ana)) - cents(before)).toBe(200 * 1_980), {
      timeoutMs: 20_000,
    });
    expect((await service.get('/ledger/check', admin)).body).toMatchObject({ isBalanced: true, imbalance: '0.00' });
  });

  it('whose parts do not add up is parked, and the others go on', async () => {
    const broken = paidCharge({ netAmountMinor: 9_902 });
    const whole = paidCharge();
    await service.publish([paidEvent(broken), paidEvent(whole)]);

    await eventuallyHolds(async () => expect(await typesSaidOf(whole.chargeId)).toHaveLength(4));
    await eventuallyHolds(async () => {
      const parked = await service.db.query('select key from consumed_positions where parked_reason = $1', ['poison']);
      expect(parked).toEqual([{ key: broken.chargeId }]);
    });
    expect(await typesSaidOf(broken.chargeId)).toEqual([]);
  });

  it('by international checkout becomes available when its days are over', async () => {
    const charge = paidInternationally({
      userId: 4001,
      shares: [{ userId: 4001, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }],
    });
    await service.publish([paidEvent(charge)]);
    await eventuallyHolds(async () =>
      expect(await balanceOf(4001)).toMatchObject({ available: '0.00', pending: '94.06', reserve: '4.95' }),
    );

    service.clock.set('2026-01-08T12:00:00.000Z');
    await eventuallyHolds(async () =>
      expect(await balanceOf(4001)).toMatchObject({ available: '94.06', pending: '0.00', reserve: '4.95' }),
    );
    await eventuallyHolds(async () => expect(await typesSaidOf(charge.chargeId)).toHaveLength(2));
  });
});

describe('the imbalance metric', () => {
  it('is zero, until the books are tampered with', async () => {
    const gauge = /^repasse_ledger_imbalance_minor\{.*\} (\d+)$/m;
    const imbalance = async () => gauge.exec(await service.metric())?.[1];
    expect(await imbalance()).toBe('0');

    await service.db.query(
      `update balances set balance_minor = balance_minor + 7 where account_id = 'user_pending:${ana}'`,
    );
    await eventuallyHolds(async () => expect(await imbalance()).toBe('7'));

    await service.db.query(
      `update balances set balance_minor = balance_minor - 7 where account_id = 'user_pending:${ana}'`,
    );
    await eventuallyHolds(async () => expect(await imbalance()).toBe('0'));
  });
});
