import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually } from '@repasse/chassis/testing/eventually';
import { ana, bruno, eve, olga, paidCharge, paidEvent } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

const assertDescribed = describedBy('split-settlement');

let service: RunningService;
const charges = [
  paidCharge(),
  paidCharge({
    shares: [
      { userId: olga, amountMinor: 6_921, isOwner: true, reducedByMinor: 0 },
      { userId: bruno, amountMinor: 2_980, isOwner: false, reducedByMinor: 20 },
    ],
  }),
];
const [first, second] = charges as [(typeof charges)[0], (typeof charges)[0]];

beforeAll(async () => {
  service = await startService('reading');
  await service.publish([paidEvent(first)]);
  await eventually(async () => (await service.published(first.chargeId)).length === 4);
  service.clock.advance(3_600_000);
  await service.publish([paidEvent(second)]);
  await eventually(async () => (await service.published(second.chargeId)).length === 3);
});
afterAll(() => service.stop());

describe('GET /balance', () => {
  it('answers what the caller has', async () => {
    const answer = await service.get('/balance', tokenOf(ana));

    assertDescribed('GET', '/balance', answer);
    expect(answer).toMatchObject({ status: 200, body: { userId: ana, available: '19.80' } });
  });

  it('lets staff name another user, and nobody else', async () => {
    expect((await service.get(`/balance?user_id=${bruno}`, tokenOf(1, 'OPERATOR'))).body).toMatchObject({
      available: '39.80',
    });

    const refused = await service.get(`/balance?user_id=${bruno}`, tokenOf(ana));
    assertDescribed('GET', '/balance', refused);
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

    assertDescribed('GET', '/balance', answer);
    expect(answer.status).toBe(status);
  });
});

describe('GET /settlements/{chargeId}', () => {
  const path = '/settlements/{chargeId}';

  it.each([
    ['the owner', tokenOf(olga)],
    ['a recipient', tokenOf(bruno)],
    ['an operator', tokenOf(1, 'OPERATOR')],
  ])('tells %s who got what and why', async (_who, token) => {
    const answer = await service.get(`/settlements/${second.chargeId}`, token);

    assertDescribed('GET', path, answer);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        chargeId: second.chargeId,
        grossAmount: '100.00',
        feeAmount: '0.99',
        netAmount: '99.01',
        fees: [{ code: 'PIX_FEE', percent: 0.99, fixed: '0.00', amount: '0.99' }],
        shares: [
          { userId: olga, amount: '69.21', isOwner: true, released: '69.21' },
          { userId: bruno, amount: '29.80', reducedBy: '0.20', reason: expect.stringContaining('less 0.20') as string },
        ],
      },
    });
  });

  it.each([
    ['a stranger', tokenOf(eve), second.chargeId],
    ['a recipient of another charge', tokenOf(ana), second.chargeId],
    ['whoever asks for a charge that is not there', tokenOf(olga), 'ch_nothing'],
  ])('is 404 to %s', async (_who, token, chargeId) => {
    const answer = await service.get(`/settlements/${chargeId}`, token);

    assertDescribed('GET', path, answer);
    expect(answer).toMatchObject({ status: 404, body: { code: 'settlement.not_found' } });
  });
});

describe('GET /ledger/entries', () => {
  interface Page {
    readonly data: readonly { id: string; chargeId: string; account: string; direction: string; amount: string }[];
    readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
  }
  const entries = async (query: string, token = tokenOf(olga)): Promise<Page> => {
    const answer = await service.get(`/ledger/entries${query}`, token);
    assertDescribed('GET', '/ledger/entries', answer);
    expect(answer.status).toBe(200);
    return answer.body as Page;
  };

  it('lists newest first, pending before available, all of it the caller’s', async () => {
    const { data, pagination } = await entries('');

    expect(data.map(({ chargeId, account, direction, amount }) => [chargeId, account, direction, amount])).toEqual([
      [second.chargeId, 'AVAILABLE', 'CREDIT', '69.21'],
      [second.chargeId, 'PENDING', 'DEBIT', '69.21'],
      [second.chargeId, 'PENDING', 'CREDIT', '69.21'],
      [first.chargeId, 'AVAILABLE', 'CREDIT', '69.21'],
      [first.chargeId, 'PENDING', 'DEBIT', '69.21'],
      [first.chargeId, 'PENDING', 'CREDIT', '69.21'],
    ]);
    expect(pagination).toEqual({ limit: 10, nextCursor: null });
  });

  it('goes through all pages without missing or repeating one', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await entries(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.data).toHaveLength(2);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
    }

    expect(seen).toEqual((await entries('')).data.map(({ id }) => id));
  });

  it('is limited to a time and to a charge', async () => {
    const chargesOf = async (query: string) => [
      ...new Set((await entries(query)).data.map(({ chargeId }) => chargeId)),
    ];

    expect(await chargesOf('?from=2026-01-01T13:00:00Z')).toEqual([second.chargeId]);
    expect(await chargesOf('?to=2026-01-01T10:00:00-03:00')).toEqual([first.chargeId]);
    expect(await chargesOf(`?chargeId=${first.chargeId}`)).toEqual([first.chargeId]);
    expect(await chargesOf('?from=2027-01-01T00:00:00Z')).toEqual([]);
  });

  it.each(['?limit=0', '?limit=101', '?cursor=bm9uc2Vuc2U', '?from=yesterday', '?user_id=-1'])(
    'refuses %s',
    async (query) => {
      const answer = await service.get(`/ledger/entries${query}`, tokenOf(olga));

      assertDescribed('GET', '/ledger/entries', answer);
      expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );
});

describe('GET /ledger/check', () => {
  it('tells staff that the books are right', async () => {
    const answer = await service.get('/ledger/check', tokenOf(1, 'OPERATOR'));

    assertDescribed('GET', '/ledger/check', answer);
    expect(answer.body).toMatchObject({
      isBalanced: true,
      imbalance: '0.00',
      transactionCount: 4,
      currencies: [{ currency: 'BRL', debits: '398.02', credits: '398.02', difference: '0.00' }],
      faults: [],
    });
  });

  it('is not for merchants', async () => {
    expect((await service.get('/ledger/check', tokenOf(olga))).status).toBe(403);
  });
});
