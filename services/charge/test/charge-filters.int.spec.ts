import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';
import { PaymentTeller, paymentIdOf } from './support/payment-teller';

type Body = TestAnswer['body'];

const recipientId = 3_003;
const strangerId = 2_002;
const ana = { name: 'Ana Silva', email: 'Ana@Example.com', document: '529.982.247-25' };
const maria = { name: 'Maria Quintão', email: 'maria@example.com', document: '11144477735' };

/** Its charges by what is special of each, in the order of their creation. */
const names = ['refunded', 'disputed', 'held', 'card', 'shared', 'offered', 'open'] as const;
type Name = (typeof names)[number];

describe('finding charges', () => {
  const charge = new ChargeService('charge-filters');
  const payments = new PaymentTeller(charge);
  const made = new Map<string, Name | 'other'>();
  let held: Body = {};

  const make = async (name: Name | 'other', body: object, token?: string): Promise<Body> => {
    charge.clock.advance(60_000);
    const answer = await charge.create({ grossAmount: '100.00', ...body }, token === undefined ? {} : { token });
    made.set(String(answer.body['chargeId'] ?? answer.body['id']), name);
    return answer.body;
  };
  const told = async (teller: ReturnType<PaymentTeller['tell']>): Promise<void> => {
    const sent = await teller;
    await eventually(() => payments.isConsumed(sent));
  };

  const makePaid = async (): Promise<void> => {
    const refunded = await make('refunded', { paymentMethod: 'PIX', customerMeta: ana });
    await told(payments.receive(refunded, { receivedAt: '2026-11-22T02:59:59.999Z' }));
    await told(
      payments.tell('repasse.refund.settled.v1', refunded, {
        ...{ refundId: 're_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', amountMinor: 1_000, purpose: 'MERCHANT', splitRefund: null },
      }),
    );
    const disputed = await make('disputed', { paymentMethod: 'PIX' });
    await told(payments.receive(disputed, { receivedAt: '2026-11-22T03:00:00.000Z' }));
    await told(payments.tell('repasse.dispute.opened.v1', disputed, { disputeId: 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z1' }));
    held = await make('held', { paymentMethod: 'PIX' });
    await told(payments.receive(held, { receivedAt: '2026-11-22T04:00:00.000Z' }));
    await told(payments.receive(held, { providerReference: 'E again' }));
  };

  const makeByCard = async (): Promise<void> => {
    const body = await make('card', { grossAmount: '29.90' });
    const card = { number: '4024 0071 0000 0040', holderName: 'ANA', securityCode: '123' };
    const { status } = await charge.pay(String(body['id']), String(body['checkoutToken']), {
      ...{ card: { ...card, expirationMonth: 12, expirationYear: 2030 }, payer: maria },
    });
    expect(status).toBe(200);
  };

  beforeAll(async () => {
    await charge.start();
    charge.peers.addUser({ userId: recipientId, email: 'seller@partner.example' });
    await charge.call('PUT', '/payment-rules', {
      body: { late: 'hold', overpaid: 'hold', underpaid: 'hold', duplicate: 'hold' },
    });
    await makePaid();
    await makeByCard();
    const split = [{ recipientEmail: 'seller@partner.example', kind: 'PERCENT', percent: 10 }];
    await make('shared', { grossAmount: '250.00', split, customerMeta: { name: 'Ana', email: 'ana@example.com' } });
    await make('offered', { paymentMethod: 'PIX' });
    await make('open', { grossAmount: '9.00' });
    await make('other', { paymentMethod: 'PIX', customerMeta: ana, split }, await strangersToken());
  });
  afterAll(() => charge.stop());

  const strangersToken = (): Promise<string> => charge.token({ userId: strangerId });

  const list = async (query: string, token?: string) => {
    const answer = await charge.call('GET', `/charge/list?${query}`, token === undefined ? {} : { token });
    expect(answer.status).toBe(200);
    const { data, pagination } = JSON.parse(answer.text) as {
      data: { id: string }[];
      pagination: { total: number; nextCursor: string | null };
    };
    return { found: data.map(({ id }) => made.get(id)), pagination };
  };

  const filters: readonly (readonly [string, readonly Name[]])[] = [
    ['status=paid,PENDING', [...names].reverse()],
    ['status=PENDING,EXPIRED', ['open', 'offered', 'shared']],
    ['paidFrom=2026-11-22', ['held', 'disputed']],
    ['paidTo=2026-11-21', ['card', 'refunded']],
    ['paidFrom=2026-11-22&paidTo=2026-11-22', ['held', 'disputed']],
    ['method=PIX', ['offered', 'held', 'disputed', 'refunded']],
    ['method=credit_card', ['card']],
    ['method=CREDIT_CARD,PIX&status=PAID', ['card', 'held', 'disputed', 'refunded']],
    ['method=INTERNATIONAL', []],
    ['minAmount=100.01', ['shared']],
    ['maxAmount=29.90', ['open', 'card']],
    ['minAmount=29.90&maxAmount=100.00', ['offered', 'card', 'held', 'disputed', 'refunded']],
    ['payerDocument=529.982.247-25', ['refunded']],
    ['payerDocument=11144477735', ['card']],
    ['payerEmail=ANA@example.com', ['shared', 'refunded']],
    ['payerEmail=ana@example.com&payerDocument=52998224725', ['refunded']],
    ['payerEmail=ana@example.com&query=Silva', ['refunded']],
    [`recipientId=${recipientId}`, ['shared']],
    [`recipientId=${strangerId}`, []],
    ['hasRefund=true', ['refunded']],
    ['hasRefund=false&status=PAID', ['card', 'held', 'disputed']],
    ['hasDispute=true', ['disputed']],
    ['hasDispute=false&status=PAID', ['card', 'held', 'refunded']],
    ['hasHeldMoney=true', ['held']],
    ['hasHeldMoney=false&status=PAID', ['card', 'disputed', 'refunded']],
    ['hasHeldMoney=true&hasRefund=true', []],
    ['orderBy=CREATED_AT&order=asc', names],
    ['orderBy=AMOUNT', ['shared', 'offered', 'held', 'disputed', 'refunded', 'card', 'open']],
    ['orderBy=AMOUNT&order=ASC&minAmount=9.01&hasDispute=false', ['card', 'refunded', 'held', 'offered', 'shared']],
    ['orderBy=PAID_AT&order=ASC&method=PIX', ['refunded', 'disputed', 'held']],
    ['orderBy=PAID_AT&method=PIX', ['held', 'disputed', 'refunded']],
    ['orderBy=PAID_AT&status=PENDING', []],
  ].map(([query, found]) => [String(query), found as readonly Name[]] as const);

  it.each(filters)('lists by %s what it asks for', async (query, expected) => {
    const { found, pagination } = await list(query);
    expect(found).toEqual(expected);
    expect(pagination.total).toBe(expected.length);
  });

  it.each(filters)('goes through %s by cursor without loss or repetition', async (query) => {
    const whole = (await list(query)).found;
    const seen: unknown[] = [];
    let next = '';
    do {
      const { found, pagination } = await list(`${query}&limit=2${next}`);
      seen.push(...found);
      next = pagination.nextCursor === null ? '' : `&cursor=${pagination.nextCursor}`;
    } while (next !== '');
    expect(seen).toEqual(whole);
  });

  it.each(filters)('goes through %s by page', async (query) => {
    const whole = (await list(query)).found;
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`${query}&limit=2&page=${page}`)));
    expect(pages.flatMap(({ found }) => found)).toEqual(whole);
  });

  it.each(filters)('gives %s as one file with the rows of the list', async (query) => {
    const own = await charge.call('GET', `/charge/list.csv?${query}`);
    const page = await charge.call('GET', `/charge/list?${query}&format=csv&limit=100`);
    expect(own.status).toBe(200);
    expect(own.text).toBe(page.text);
  });

  it('writes the file for a spreadsheet in Brazil, under a name', async () => {
    const file = await charge.call('GET', '/charge/list.csv?hasRefund=true&locale=pt-BR');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="charges.csv"');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(file.text).toMatch(/^Criada em;Situação;/);
    expect(file.text).toContain(';529.982.247-25;100,00;100,00;');
  });

  it('shows a merchant only their own, and staff those of whom they name', async () => {
    const token = await strangersToken();
    for (const query of ['', 'payerEmail=ana@example.com', 'orderBy=AMOUNT', `recipientId=${recipientId}`]) {
      expect((await list(query, token)).found).toEqual(['other']);
    }
    expect((await list('hasHeldMoney=true', token)).found).toEqual([]);
    const file = await charge.call('GET', '/charge/list.csv', { token });
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await charge.call('GET', '/charge/list.csv?user_id=1001', { token })).status).toBe(403);
    const staff = await charge.token({ userId: 1, profile: 'OPERATOR' });
    expect((await list(`user_id=${strangerId}&method=PIX`, staff)).found).toEqual(['other']);
  });

  it('leaves out a dispute that was won', async () => {
    const won = await make('other', { paymentMethod: 'PIX' });
    await told(payments.receive(won));
    await told(payments.tell('repasse.dispute.opened.v1', won, { disputeId: 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2' }));
    expect((await list('hasDispute=true')).found).toEqual(['other', 'disputed']);
    await told(payments.tell('repasse.dispute.won.v1', won, { disputeId: 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2' }));
    expect((await list('hasDispute=true')).found).toEqual(['disputed']);
  });

  it('leaves out money that is no longer held', async () => {
    const [paymentId, chargeId] = [paymentIdOf(held), String(held['chargeId'])];
    const path = `/charge/${chargeId}/held-payments/${paymentId}`;
    expect((await charge.call('POST', path, { body: { action: 'ACCEPT' } })).status).toBe(200);
    await eventually(async () => (await list('hasHeldMoney=true')).found.length === 0);
  });

  it('refuses a cursor of another order, and says which it is of', async () => {
    const { pagination } = await list('orderBy=AMOUNT&limit=1');
    const path = `/charge/list?orderBy=PAID_AT&cursor=${pagination.nextCursor}`;
    expect(await charge.call('GET', path)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor', message: 'goes on with orderBy=AMOUNT and order=DESC alone' }] },
    });
  });

  it.each(['/charge/list', '/charge/list.csv'])('names every fault of %s at once', async (path) => {
    const query = [
      ...['status=OPEN', 'method=CASH', 'paidFrom=2026-02-30', 'minAmount=2.00', 'maxAmount=1.00'],
      ...['payerDocument=1', 'payerEmail=ana', 'recipientId=0', 'hasRefund=maybe', 'orderBy=NAME', 'order=UP'],
    ];
    const answer = await charge.call('GET', `${path}?${query.join('&')}`);
    expect(answer.status).toBe(400);
    const fields = (answer.body['errors'] as { field: string }[]).map(({ field }) => field);
    const wrong = query.map((each) => each.split('=')[0]).filter((name) => name !== 'minAmount');
    expect([...new Set(fields)].sort()).toEqual(wrong.sort());
  });
});
