import { randomIds } from '@repasse/chassis/ids';
import { eventually } from '@repasse/chassis/testing/eventually';
import fc from 'fast-check';
import { previewRefund } from '../src/store/preview-refund';
import { readReversals } from '../src/store/read-reversals';
import { readSettlement } from '../src/store/read-settlement';
import {
  ana,
  bruno,
  disputeEvent,
  eve,
  olga,
  paidCharge,
  paidEvent,
  paidInternationally,
  refundEvent,
  surplusEvent,
  type ChargePaid,
} from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { startService, tokenOf, type RunningService } from './support/running-service';

describe('GET /settlements/{chargeId}/refund-preview', () => {
  let service: RunningService;
  const charge = paidCharge();
  beforeAll(async () => {
    service = await startService('refund preview');
    await service.publish([paidEvent(charge)]);
    await eventually(async () => (await service.published(charge.chargeId)).length === 4);
  });
  afterAll(() => service.stop());

  const preview = (amount: string, token = tokenOf(olga), chargeId = charge.chargeId) =>
    service.get(`/settlements/${chargeId}/refund-preview?amount=${amount}`, token);

  it.each([
    ['the owner', tokenOf(olga)],
    ['an operator', tokenOf(1, 'OPERATOR')],
  ])('tells %s who would give what, and from where', async (_who, token) => {
    expect(await preview('50.00', token)).toMatchObject({
      status: 200,
      body: {
        ...{ amount: '50.00', refundable: '100.00', debt: '0.00' },
        shares: [
          { userId: olga, isOwner: true, amount: '35.10', fromAvailable: '35.10', fromDebt: '0.00' },
          { userId: ana, amount: '9.90', fromAvailable: '9.90' },
          { userId: bruno, amount: '5.00', fromAvailable: '5.00' },
        ],
      },
    });
  });

  it('tells a recipient what they would give themselves', async () => {
    expect((await preview('50.00', tokenOf(bruno))).body).toMatchObject({
      ...{ amount: '50.00', refundable: '100.00', debt: '0.00' },
      shares: [{ userId: bruno, amount: '5.00' }],
    });
  });

  it('tells what would be owed: the fee is not given back', async () => {
    expect((await preview('100.00')).body).toMatchObject({
      debt: '0.99',
      shares: [{ userId: olga, amount: '70.20', fromAvailable: '69.21', fromDebt: '0.99' }, {}, {}],
    });
  });

  describe('of a charge with more than its payment', () => {
    const opened = 'repasse.dispute.opened.v1';
    const accepted = { surplusAmountMinor: 500, handling: 'ACCEPT' } as const;
    const received = 'repasse.charge.surplus_received.v1';
    const fresh = () => paidCharge();
    const booked = async (...events: readonly ReturnType<typeof paidEvent>[]) => {
      await service.publish(events);
      const last = `${events.at(-1)?.id}`;
      await eventually(
        async () => (await service.db.query('select from booked_events where event_id = $1', [last])).length === 1,
      );
    };
    const lossOf = (charge: ChargePaid, amountMinor: number, isLost: boolean) => {
      const dispute = (type: Parameters<typeof disputeEvent>[0], position: number) =>
        disputeEvent(type, charge, charge.paymentId.replace('pay_', 'dsp_'), amountMinor, position);
      return [dispute(opened, 1), ...(isLost ? [dispute('repasse.dispute.lost.v1', 2)] : [])];
    };

    it.each([
      ['a dispute of all is open', 10_000, false, '0.01', 'refund.payment_disputed', '0.00'],
      ['a dispute of a part is open', 4_000, false, '60.01', 'refund.payment_disputed', '60.00'],
      ['a dispute was lost', 10_000, true, '0.01', 'refund.exceeds_paid', '0.00'],
      ['a part was lost', 4_000, true, '60.01', 'refund.exceeds_paid', '60.00'],
    ] as const)(
      'counts as gone what payers took back: %s',
      async (_, amountMinor, isLost, amount, code, refundable) => {
        const disputed = fresh();
        await booked(paidEvent(disputed));
        await booked(...lossOf(disputed, amountMinor, isLost));
        expect(await preview(amount, undefined, disputed.chargeId)).toMatchObject({
          status: 409,
          body: { code, refundable },
        });
      },
    );

    it('counts what the merchant kept beside it, which is theirs alone to give', async () => {
      const overpaid = fresh();
      await booked(paidEvent(overpaid), surplusEvent(received, overpaid, accepted, 2));
      expect(await preview('105.00', undefined, overpaid.chargeId)).toMatchObject({
        status: 200,
        body: {
          refundable: '105.00',
          shares: [{ userId: olga, amount: '75.20' }, { amount: '19.80' }, { amount: '10.00' }],
        },
      });
      await booked(refundEvent(overpaid, 4_000, {}, 3));
      expect(await preview('65.01', undefined, overpaid.chargeId)).toMatchObject({
        status: 409,
        body: { code: 'refund.exceeds_paid', refundable: '65.00' },
      });
    });

    it('leaves out the part of the price that came by another payment', async () => {
      const twoParts = fresh();
      const other = { paymentId: `pay_${randomIds.ulid()}`, providerReference: 'E7' };
      const held = { ...other, surplusAmountMinor: 6_000, handling: 'HOLD' } as const;
      const applied = { ...other, surplusAmountMinor: 6_000, handling: 'APPLY' } as const;
      await booked(
        surplusEvent(received, twoParts, held, 1),
        surplusEvent('repasse.charge.surplus_resolved.v1', twoParts, applied, 2),
        paidEvent(twoParts, 3),
      );
      expect(await preview('40.01', undefined, twoParts.chargeId)).toMatchObject({ body: { refundable: '40.00' } });
      expect(await preview('40.00', undefined, twoParts.chargeId)).toMatchObject({ status: 200 });
    });
  });

  it.each([
    ['100.01', 409, 'refund.exceeds_paid'],
    ['0.00', 400, 'request.invalid'],
    ['1', 400, 'request.invalid'],
    ['', 400, 'request.invalid'],
  ])('of %j is %i %s', async (amount, status, code) => {
    expect(await preview(amount)).toMatchObject({ status, body: { code } });
  });

  it('is 404 to a stranger, and where there is no such charge', async () => {
    const missing = { status: 404, body: { code: 'settlement.not_found' } };
    expect(await preview('1.00', tokenOf(eve))).toMatchObject(missing);
    expect(await preview('1.00', tokenOf(olga), 'ch_nothing')).toMatchObject(missing);
  });
});

describe('a preview of a refund', () => {
  let ledger: LedgerDatabase;
  beforeAll(async () => {
    ledger = await openLedgerDatabase('previews');
  });
  afterAll(() => ledger.close());

  let nextUserId = 700_000;

  it('is what the refund then takes, from the same accounts, and writes nothing', async () => {
    const anyAmounts = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyAmounts, fc.boolean(), async (amounts, isHeldBack) => {
        const [owner, recipient] = [++nextUserId, ++nextUserId];
        const make = isHeldBack ? paidInternationally : paidCharge;
        const charge = make({
          userId: owner,
          shares: [
            { userId: owner, amountMinor: 6_900, isOwner: true, reducedByMinor: 0 },
            { userId: recipient, amountMinor: 3_001, isOwner: false, reducedByMinor: 0 },
          ],
        });
        await ledger.book(charge);
        let position = 1;
        let leftMinor = charge.grossAmountMinor;
        for (const amountMinor of amounts.map((amount) => Math.min(amount, leftMinor)).filter((amount) => amount > 0)) {
          leftMinor -= amountMinor;
          const settlement = (await readSettlement(ledger.db, charge.chargeId))!;
          const before = await ledger.balances();
          const takings = await previewRefund(ledger.db, randomIds, settlement, {
            dividedMinor: amountMinor,
            keptMinor: 0,
          });
          expect(await ledger.balances()).toEqual(before);

          const refundId = `re_${randomIds.ulid()}`;
          await ledger.tell(refundEvent(charge, amountMinor, { refundId }, ++position));

          const booked = await readReversals(ledger.db, charge.chargeId);
          const shares = takings.map(({ takenReleases: _planned, ...share }) => share);
          expect(booked.find(({ reversalId }) => reversalId === refundId)?.shares).toEqual(shares);
        }
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});
