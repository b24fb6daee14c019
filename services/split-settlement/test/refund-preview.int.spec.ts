import { randomIds } from '@repasse/chassis/ids';
import { eventually } from '@repasse/chassis/testing/eventually';
import fc from 'fast-check';
import { previewRefund } from '../src/store/preview-refund';
import { readReversals } from '../src/store/read-reversals';
import { readSettlement } from '../src/store/read-settlement';
import { ana, bruno, eve, olga, paidCharge, paidEvent, paidInternationally, refundEvent } from './support/charges';
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
    ['a recipient', tokenOf(bruno)],
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

  it('tells what would be owed: the fee is not given back', async () => {
    expect((await preview('100.00')).body).toMatchObject({
      debt: '0.99',
      shares: [{ userId: olga, amount: '70.20', fromAvailable: '69.21', fromDebt: '0.99' }, {}, {}],
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
          const takings = await previewRefund(ledger.db, randomIds, settlement, amountMinor);
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
