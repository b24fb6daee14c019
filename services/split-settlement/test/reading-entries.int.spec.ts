import { ana, olga } from './support/charges';
import { tokenOf, type RunningService } from './support/running-service';
import { first, second, startWithTwoPaidCharges } from './support/two-paid-charges';

let service: RunningService;

beforeAll(async () => {
  service = await startWithTwoPaidCharges('reading entries');
});
afterAll(() => service.stop());

describe('GET /ledger/entries', () => {
  interface Page {
    readonly data: readonly {
      readonly id: string;
      readonly chargeId: string;
      readonly kind: string;
      readonly account: string;
      readonly direction: 'CREDIT' | 'DEBIT';
      readonly amount: string;
      readonly balanceAfter: string;
    }[];
    readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
  }
  const entries = async (query: string, token = tokenOf(olga)): Promise<Page> => {
    const answer = await service.get(`/ledger/entries${query}`, token);
    expect(answer.status).toBe(200);
    return answer.body as Page;
  };

  it('lists newest first, gross amount, fee and shares apart, with the balance after each', async () => {
    const { data, pagination } = await entries('?limit=100');

    expect(data.map((each) => [each.kind, each.account, each.direction, each.amount, each.balanceAfter])).toEqual([
      ['RELEASE', 'AVAILABLE', 'CREDIT', '69.21', '138.42'],
      ['RELEASE', 'PENDING', 'DEBIT', '69.21', '0.00'],
      ['SHARE_GIVEN', 'PENDING', 'DEBIT', '29.80', '69.21'],
      ['FEE', 'PENDING', 'DEBIT', '0.99', '99.01'],
      ['GROSS', 'PENDING', 'CREDIT', '100.00', '100.00'],
      ['RELEASE', 'AVAILABLE', 'CREDIT', '69.21', '69.21'],
      ['RELEASE', 'PENDING', 'DEBIT', '69.21', '0.00'],
      ['SHARE_GIVEN', 'PENDING', 'DEBIT', '10.00', '69.21'],
      ['SHARE_GIVEN', 'PENDING', 'DEBIT', '19.80', '79.21'],
      ['FEE', 'PENDING', 'DEBIT', '0.99', '99.01'],
      ['GROSS', 'PENDING', 'CREDIT', '100.00', '100.00'],
    ]);
    expect(pagination).toEqual({ limit: 100, nextCursor: null });
  });

  it('shows a recipient their share alone', async () => {
    const { data } = await entries(`?chargeId=${first.chargeId}`, tokenOf(ana));

    expect(data.map(({ kind, account, amount }) => [kind, account, amount])).toEqual([
      ['RELEASE', 'AVAILABLE', '19.80'],
      ['RELEASE', 'PENDING', '19.80'],
      ['SHARE_RECEIVED', 'PENDING', '19.80'],
    ]);
  });

  it('is limited to an account, a reason and a kind of transaction', async () => {
    const kindsOf = async (query: string) => (await entries(query)).data.map(({ kind, amount }) => [kind, amount]);

    expect(await kindsOf('?kind=FEE')).toEqual([
      ['FEE', '0.99'],
      ['FEE', '0.99'],
    ]);
    expect(await kindsOf('?account=AVAILABLE')).toHaveLength(2);
    expect(await kindsOf('?transactionKind=CHARGE_PAID&limit=100')).toHaveLength(7);
    expect(await kindsOf(`?transactionKind=FUNDS_RELEASED&chargeId=${first.chargeId}`)).toHaveLength(2);
    expect(await kindsOf('?kind=WITHDRAWAL')).toEqual([]);
  });

  it('is CSV where that is asked for, page by page', async () => {
    const page = await service.csv('/ledger/entries?limit=2', tokenOf(olga));
    const [header, newest, next, ...rest] = page.text.split('\r\n');

    expect(header).toBe(
      'id,bookedAt,occurredAt,account,kind,transactionKind,amount,balanceAfter,currency,chargeId,paymentId,settlementId,withdrawalId,transactionId,externalReference,description,counterparty,endToEndId',
    );
    expect(newest).toContain(',AVAILABLE,RELEASE,FUNDS_RELEASED,69.21,138.42,BRL,');
    expect(next).toContain(',PENDING,RELEASE,FUNDS_RELEASED,-69.21,0.00,BRL,');
    expect(rest).toEqual(['']);
    const cursor = page.headers.get('repasse-next-cursor') ?? '';
    const last = await service.csv(`/ledger/entries?limit=100&format=csv&cursor=${cursor}`, tokenOf(olga));
    expect(last.text.split('\r\n')).toHaveLength(1 + 9 + 1);
    expect(last.headers.get('repasse-next-cursor')).toBeNull();
  });

  it('goes through all pages without missing or repeating one', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await entries(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.data.length).toBe(seen.length < 10 ? 2 : 1);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
    }

    expect(seen).toEqual((await entries('?limit=100')).data.map(({ id }) => id));
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

  it.each([
    '?limit=0',
    '?limit=101',
    '?cursor=bm9uc2Vuc2U',
    '?from=yesterday',
    '?user_id=-1',
    '?kind=MONEY',
    '?account=1',
    '?format=xml',
  ])('refuses %s', async (query) => {
    const answer = await service.get(`/ledger/entries${query}`, tokenOf(olga));

    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});
