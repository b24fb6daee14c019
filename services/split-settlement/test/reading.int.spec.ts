import { randomIds } from '@repasse/chassis/ids';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import {
  ana,
  bruno,
  disputeEvent,
  eve,
  olga,
  paidCharge,
  paidEvent,
  refundEvent,
  surplusEvent,
} from './support/charges';
import { tokenOf, type RunningService } from './support/running-service';
import { first, second, startWithTwoPaidCharges } from './support/two-paid-charges';

let service: RunningService;

beforeAll(async () => {
  service = await startWithTwoPaidCharges('reading');
});
afterAll(() => service.stop());

describe('GET /balance', () => {
  it('answers the caller’s balances', async () => {
    const answer = await service.get('/balance', tokenOf(ana));

    expect(answer).toMatchObject({ status: 200, body: { userId: ana, available: '19.80' } });
  });

  it('lets only staff name another user', async () => {
    expect((await service.get(`/balance?user_id=${bruno}`, tokenOf(1, 'OPERATOR'))).body).toMatchObject({
      available: '39.80',
    });

    const refused = await service.get(`/balance?user_id=${bruno}`, tokenOf(ana));
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.profile_missing' } });
  });

  it.each([
    ['/balance', undefined, 401],
    ['/balance', 'nobody', 401],
    ['/balance', tokenOf(olga, 'CUSTOMER', 'charges:read'), 403],
    ['/balance?user_id=0', tokenOf(1, 'ADMIN'), 400],
    ['/balance?user_id=x', tokenOf(1, 'ADMIN'), 400],
  ])('%s with the token %s is %i', async (path, token, status) => {
    const answer = await service.get(path, token);

    expect(answer.status).toBe(status);
  });
});

describe('GET /settlements/{chargeId}', () => {
  const rule = { percent: null, base: null, exact: null, asked: null, reducedBy: '0.00', isUnresolved: false };

  it.each([
    ['the owner', tokenOf(olga)],
    ['an operator', tokenOf(1, 'OPERATOR')],
  ])('tells %s who got what and why', async (_who, token) => {
    const answer = await service.get(`/settlements/${second.chargeId}`, token);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        chargeId: second.chargeId,
        grossAmount: '100.00',
        feeAmount: '0.99',
        netAmount: '99.01',
        fees: [
          {
            ...{ code: 'PIX_FEE', percent: 0.5, fixed: '0.00', limitedBy: 'MINIMUM', amount: '0.99' },
            calculation: { base: '100.00', exact: '0.500000', rounded: '0.50', calculated: '0.50' },
            reason: expect.stringContaining('the least this fee may be') as string,
          },
        ],
        shares: [
          {
            ...{ userId: olga, amount: '69.21', isOwner: true, released: '69.21' },
            calculation: {
              parts: [
                { ...rule, kind: 'FIXED', asked: '69.21', amount: '69.21', isUnresolved: true },
                { ...rule, kind: 'REMAINDER', amount: '0.00' },
              ],
              steps: [
                { kind: 'GROSS', userId: null, amount: '100.00' },
                { kind: 'FEE', userId: null, amount: '-0.99' },
                { kind: 'SHARE_GIVEN', userId: bruno, amount: '-29.80' },
              ],
            },
            reason: expect.stringContaining('69.21 of it was for recipients who could not receive.') as string,
          },
          {
            ...{ userId: bruno, amount: '29.80', reducedBy: '0.20' },
            calculation: {
              parts: [
                { ...rule, kind: 'FIXED', asked: '20.00', amount: '20.00' },
                {
                  ...{ ...rule, kind: 'PERCENT', percent: 10.1, base: '99.01', exact: '10.000010', asked: '10.00' },
                  ...{ reducedBy: '0.20', amount: '9.80' },
                },
              ],
            },
            reason:
              'As the split of the charge says: 20.00, and 10.1 % of 99.01, rounded down; less 0.20 because the net amount ' +
              'was used up.',
          },
        ],
      },
    });
  });

  it('tells the amounts alone where the charge did not say its rules', async () => {
    const answer = await service.get(`/settlements/${first.chargeId}`, tokenOf(ana));

    expect(answer).toMatchObject({ body: { shares: [{ userId: ana, amount: '19.80', calculation: { parts: [] } }] } });
  });

  it('shows all shares to the owner and staff, and to a recipient their own', async () => {
    const sharesTo = async (token: string) => {
      const { body } = await service.get(`/settlements/${first.chargeId}`, token);
      const { sharesSeen, shares } = body as { sharesSeen: string; shares: { userId: number }[] };
      return [sharesSeen, ...shares.map(({ userId }) => userId)];
    };
    expect(await sharesTo(tokenOf(olga))).toEqual(['ALL', olga, ana, bruno]);
    expect(await sharesTo(tokenOf(1, 'OPERATOR'))).toEqual(['ALL', olga, ana, bruno]);
    expect(await sharesTo(tokenOf(bruno))).toEqual(['OWN', bruno]);
  });

  it.each([
    ['a stranger', tokenOf(eve), second.chargeId],
    ['a recipient of another charge', tokenOf(ana), second.chargeId],
    ['a caller asking for a charge that is not there', tokenOf(olga), 'ch_nothing'],
  ])('is 404 to %s', async (_who, token, chargeId) => {
    const answer = await service.get(`/settlements/${chargeId}`, token);

    expect(answer).toMatchObject({ status: 404, body: { code: 'settlement.not_found' } });
  });
});

describe('a charge that was refunded, disputed and paid too much', () => {
  const charge = paidCharge({
    userId: 5001,
    shares: [
      { userId: 5001, amountMinor: 7_901, isOwner: true, reducedByMinor: 0 },
      { userId: 5002, amountMinor: 2_000, isOwner: false, reducedByMinor: 0 },
    ],
  });
  const disputeId = `dsp_${charge.chargeId.slice(3)}`;
  const surplus = { surplusAmountMinor: 500, handling: 'HOLD', statusReason: 'OVERPAID' } as const;
  const settlement = async (userId = 5001) =>
    (await service.get(`/settlements/${charge.chargeId}`, tokenOf(userId))).body;
  const balanceOf = async (userId: number) => (await service.get('/balance', tokenOf(userId))).body;

  beforeAll(async () => {
    await service.publish([
      paidEvent(charge),
      surplusEvent('repasse.charge.surplus_received.v1', charge, surplus),
      refundEvent(charge, 1_000, {}, 3),
    ]);
    await eventually(async () => (await service.published(charge.chargeId)).length === 4);
    await service.publish([disputeEvent('repasse.dispute.opened.v1', charge, disputeId, 2_000, 1)]);
    await eventuallyHolds(async () => expect(await balanceOf(5002)).toMatchObject({ held: '4.00' }));
  });

  it('shows its outcome, and from whom it was taken', async () => {
    expect(await settlement()).toMatchObject({
      refundedAmount: '10.00',
      refunds: [
        {
          amount: '10.00',
          reason: expect.stringContaining('in proportion') as string,
          shares: [
            { userId: 5001, isOwner: true, amount: '8.00', fromAvailable: '8.00', fromDebt: '0.00' },
            { userId: 5002, isOwner: false, amount: '2.00', fromPending: '0.00' },
          ],
        },
      ],
      disputes: [{ disputeId, amount: '20.00', status: 'OPEN', decidedAt: null, shares: [{}, { amount: '4.00' }] }],
      surpluses: [{ amount: '5.00', held: '5.00', refunded: '0.00', statusReason: 'OVERPAID', status: 'HELD' }],
    });
  });

  it('shows a recipient what was taken of their own share, and nothing beside it', async () => {
    expect(await settlement(5002)).toMatchObject({
      ...{ sharesSeen: 'OWN', shares: [{ userId: 5002 }], surpluses: [] },
      refunds: [{ amount: '10.00', shares: [{ userId: 5002, amount: '2.00' }] }],
      disputes: [{ amount: '20.00', shares: [{ userId: 5002, amount: '4.00' }] }],
    });
    const preview = await service.get(`/settlements/${charge.chargeId}/refund-preview?amount=10.00`, tokenOf(5002));
    expect(preview.body).toMatchObject({ shares: [{ userId: 5002, amount: '2.00' }] });
  });

  it('shows held money in the balances, and apart from it the surplus', async () => {
    expect(await balanceOf(5001)).toMatchObject({ available: '55.01', held: '16.00', surplus: '5.00', debt: '0.00' });
    expect(await balanceOf(5002)).toMatchObject({ available: '14.00', held: '4.00', surplus: '0.00' });
  });

  it('is in the entries under the names that users know', async () => {
    const answer = await service.get(`/ledger/entries?chargeId=${charge.chargeId}`, tokenOf(5001));

    const { data } = answer.body as { data: { kind: string; account: string; direction: string; amount: string }[] };
    const shown = data.map(({ kind, account, direction, amount }) => [kind, account, direction, amount]);
    expect(shown).toContainEqual(['SURPLUS', 'SURPLUS', 'CREDIT', '5.00']);
    expect(shown).toContainEqual(['REFUND', 'AVAILABLE', 'DEBIT', '8.00']);
    expect(shown).toContainEqual(['DISPUTE_HOLD', 'HELD', 'CREDIT', '16.00']);
  });

  it('says so in the metrics', async () => {
    const totalOf = (kind: string, text: string) =>
      new RegExp(`^repasse_ledger_account_total_minor\\{.*kind="${kind}".*\\} (\\d+)$`, 'm').exec(text)?.[1];

    await eventuallyHolds(async () => {
      const text = await service.metric();
      expect([totalOf('dispute_held', text), totalOf('surplus_held', text)]).toEqual(['2000', '500']);
    });
  });

  it('is free again when the dispute is won', async () => {
    await service.publish([disputeEvent('repasse.dispute.won.v1', charge, disputeId, 2_000, 2)]);

    await eventuallyHolds(async () =>
      expect(await balanceOf(5001)).toMatchObject({ available: '71.01', held: '0.00' }),
    );
    expect(await settlement()).toMatchObject({
      disputes: [{ status: 'WON', decidedAt: expect.any(String) as string }],
    });
  });
});

describe('GET /ledger/check', () => {
  it('shows staff that the books are right', async () => {
    const answer = await service.get('/ledger/check', tokenOf(1, 'OPERATOR'));

    expect(answer.body).toMatchObject({
      isBalanced: true,
      imbalance: '0.00',
      transactionCount: 10,
      currencies: [{ currency: 'BRL', difference: '0.00' }],
      faults: [],
    });
  });

  it('is not for merchants', async () => {
    expect((await service.get('/ledger/check', tokenOf(olga))).status).toBe(403);
  });
});

it('a settlement that is asked for while its event is on its way is answered when that has come', async () => {
  const charge = paidCharge();
  const asked = service.get(`/settlements/${charge.chargeId}`, tokenOf(olga));
  await service.publish([paidEvent(charge)]);
  expect((await asked).status).toBe(200);

  const unpaid = await service.get(`/settlements/ch_${randomIds.ulid()}`, tokenOf(olga));
  expect(unpaid).toMatchObject({ status: 404, body: { code: 'settlement.not_found', retryable: true } });
  const old = await service.get('/settlements/ch_01JAAAAAAAAAAAAAAAAAAAAAAA', tokenOf(olga));
  expect(old.status).toBe(404);
  expect(old.body).not.toHaveProperty('retryable');
});
