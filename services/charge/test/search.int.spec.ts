import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';
import { PaymentTeller } from './support/payment-teller';

const endToEndId = 'E60746948202611211203A1b2C3D4E5F';
const refundId = 're_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
const ana = { name: 'Ana Lúcia da Silva', email: 'Ana@Example.com', document: '529.982.247-25' };

describe('searching charges', () => {
  const charge = new ChargeService('search');
  const teller = new PaymentTeller(charge);
  const made: Record<'ana' | 'anna' | 'pix' | 'card' | 'other', string> = {
    ...{ ana: '', anna: '', pix: '', card: '', other: '' },
  };
  let pix: TestAnswer['body'];

  const makePix = async (): Promise<void> => {
    pix = (await charge.create({ paymentMethod: 'PIX', grossAmount: '100.00', externalReference: 'order-4711' })).body;
    made.pix = String(pix['chargeId']);
    await teller.receive(pix, { providerReference: endToEndId });
    // Paid twice: the second transfer lies beside the charge and is named by another id.
    await teller.receive(pix, { providerReference: endToEndId.replace('1203', '1204') });
    const refund = await teller.tell('repasse.refund.settled.v1', pix, {
      ...{ refundId, amountMinor: 1_000, purpose: 'MERCHANT', splitRefund: null },
    });
    await eventually(() => teller.isConsumed(refund));
  };
  const makeCard = async (): Promise<void> => {
    const { body } = await charge.create({ grossAmount: '29.90' });
    made.card = String(body['id']);
    const card = { number: '4024 0071 0000 0040', holderName: 'ANA', securityCode: '123' };
    await charge.pay(made.card, String(body['checkoutToken']), {
      ...{ card: { ...card, expirationMonth: 12, expirationYear: 2030 } },
      payer: { name: 'Maria Quintão', email: 'maria@example.com', document: '11144477735' },
    });
  };

  beforeAll(async () => {
    await charge.start();
    made.ana = String((await charge.create({ grossAmount: '29.90', customerMeta: ana })).body['id']);
    charge.clock.advance(24 * 3_600_000);
    const anna = { name: 'ANA SILVA-LIMA', email: 'anna@example.com' };
    made.anna = String((await charge.create({ customerMeta: anna })).body['id']);
    await makePix();
    await makeCard();
    const token = await charge.token({ userId: 2_002 });
    made.other = String((await charge.create({ customerMeta: ana }, { token })).body['id']);
  });
  afterAll(() => charge.stop());

  const found = async (query: string, more = '', token?: string): Promise<readonly string[]> => {
    const path = `/charge/list?query=${encodeURIComponent(query)}${more}`;
    const { status, text } = await charge.call('GET', path, token === undefined ? {} : { token });
    expect(status).toBe(200);
    const { data, pagination } = JSON.parse(text) as { data: { id: string }[]; pagination: { total: number } };
    expect(pagination.total).toBe(data.length);
    return data.map(({ id }) => Object.entries(made).find(([, known]) => known === id)?.[0] ?? id);
  };

  it.each([
    ['a CPF with punctuation', '529.982.247-25', ['ana']],
    ['a CPF without', '52998224725', ['ana']],
    ['another CPF, told when paying', '111.444.777-35', ['card']],
    ['an e-mail in any case', ' ana@EXAMPLE.com ', ['ana']],
    ['a name', 'Ana Lúcia da Silva', ['ana']],
    ['a name without accents', 'ana lucia', ['ana']],
    ['words of several names, the newest first', 'Silva Ana', ['anna', 'ana']],
    ['a part of a double name', 'lima', ['anna']],
    ['a word of a name and one of no name', 'Ana Souza', []],
    ['a part of a word', 'Silv', []],
    ['particles alone', 'da', []],
    ['an end-to-end id', endToEndId, ['pix']],
    ['an end-to-end id in another case', endToEndId.toLowerCase(), ['pix']],
    ['the transfer of a surplus', endToEndId.replace('1203', '1204'), ['pix']],
    ['a refund', refundId, ['pix']],
    ['a card’s last four', '0040', ['card']],
    ['another card’s last four', '0041', []],
    ['a reference', 'order-4711', ['pix']],
    ['a part of a reference', 'order-471', []],
  ])('finds by %s', async (_what, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('finds by the ids of the charge, its attempt, its payment and its invoice', async () => {
    const attemptId = String(pix['id']);
    for (const query of [made.pix, attemptId, attemptId.replace('att_', 'pay_'), String(pix['invoiceId'])]) {
      expect(await found(query)).toEqual(['pix']);
    }
  });

  it('finds by exact amount, of a day', async () => {
    const list = async (query: string): Promise<unknown> =>
      (await charge.call('GET', `/charge/list?${query}`)).body['pagination'];
    expect(await list('amount=29.90')).toMatchObject({ total: 2 });
    expect(await list('amount=29.90&to=2026-11-22T00:00:00Z')).toMatchObject({ total: 1 });
    expect(await list('amount=29.91')).toMatchObject({ total: 0 });
    expect(await found('Ana', '&amount=29.90')).toEqual(['ana']);
  });

  it('goes with the other filters', async () => {
    expect(await found('Silva', '&from=2026-11-22T00:00:00Z')).toEqual(['anna']);
    expect(await found('Silva', '&status=PENDING')).toEqual(['anna']);
    expect(await found('Silva', '&status=EXPIRED')).toEqual(['ana']);
  });

  it('pages by cursor', async () => {
    const first = await charge.call('GET', '/charge/list?query=Silva&limit=1');
    const { pagination } = first.body as { pagination: { total: number; nextCursor: string } };
    expect(pagination.total).toBe(2);
    const next = await charge.call('GET', `/charge/list?query=Silva&limit=1&cursor=${pagination.nextCursor}`);
    expect(next.body).toMatchObject({ data: [{ id: made.ana }], pagination: { nextCursor: null } });
  });

  it('finds the charges of the merchant alone', async () => {
    expect(await found('52998224725', '', await charge.token({ userId: 2_002 }))).toEqual(['other']);
    for (const query of [endToEndId, refundId, '0040', made.pix, String(pix['id']), String(pix['invoiceId'])]) {
      expect(await found(query, '', await charge.token({ userId: 2_002 }))).toEqual([]);
    }
  });

  it('finds no payer who was erased, nor one whose data changed', async () => {
    const { body } = await charge.create({ customerMeta: { name: 'Zuleica Prado', email: 'z@example.com' } });
    expect(await found('zuleica')).toEqual([body['id']]);
    await charge.db.query("update payer_data set name = 'Zulmira Prado' where name = 'Zuleica Prado'");
    expect(await found('zuleica')).toEqual([]);
    expect(await found('zulmira')).toEqual([body['id']]);

    await charge.call('POST', `/charge/${String(body['id'])}/cancel`);
    await charge.call('DELETE', '/payers/z@example.com');
    for (const query of ['zulmira', 'z@example.com']) expect(await found(query)).toEqual([]);
    const keys = await charge.db.query('select 1 from payer_keys where charge_id = $1', [body['id']]);
    expect(keys).toEqual([]);
  });

  it('is CSV with order, payer, card and transfer, for programs and for a spreadsheet in Brazil', async () => {
    const csv = async (query: string, headers = {}) =>
      (await charge.call('GET', `/charge/list?${query}`, { headers })).text.split('\r\n');
    const [head, row] = await csv('query=maria&format=csv');
    expect(head).toMatch(/^createdAt,status,externalReference,description,payerName,payerEmail,payerDocument,/);
    expect(row).toContain(',PAID,,,Maria Quintão,maria@example.com,11144477735,29.90,29.90,');
    expect(row).toContain(',CREDIT_CARD,VISA 0040,');

    const [headings, brazilian] = await csv('query=maria', { accept: 'text/csv', 'accept-language': 'pt-BR' });
    expect(headings).toMatch(/Criada em;Situação;Pedido;Descrição;Pagador;/);
    expect(brazilian).toContain(
      '22/11/2026 09:00:00;Paga;;;Maria Quintão;maria@example.com;111.444.777-35;29,90;29,90;',
    );
    expect((await csv('query=order-4711&format=csv'))[1]).toContain(`,${endToEndId},`);
    const hostile = await charge.create({ description: '=1+1', customerMeta: { name: '@sum' } });
    expect((await csv(`query=${String(hostile.body['id'])}&format=csv`))[1]).toContain(",'=1+1,'@sum,");
  });

  it('pages CSV by the cursor in a header', async () => {
    const path = '/charge/list?query=Silva&limit=1&format=csv';
    const first = await charge.call('GET', path);
    const cursor = first.headers.get('repasse-next-cursor') ?? '';
    const next = await charge.call('GET', `${path}&cursor=${cursor}`);
    expect(next.text).toContain(made.ana);
    expect(next.headers.get('repasse-next-cursor')).toBeNull();
  });

  it('keeps a name of any words, each once, and no more than eight', async () => {
    const keysOf = async (name: string): Promise<number> => {
      const { body } = await charge.create({ customerMeta: { name } });
      return (await charge.db.query('select 1 from payer_keys where charge_id = $1', [body['id']])).length;
    };
    expect(await keysOf('Silva Silva')).toBe(1);
    expect(await keysOf('王小明')).toBe(1);
    expect(await found('王小明')).toHaveLength(1);
    expect(await keysOf('-- D. O. B.')).toBe(0);
    expect(await keysOf('aa bb cc dd ee ff gg hh ii')).toBe(8);
  });

  it.each(['amount=29,90', 'amount=29.9', 'query=a'])('refuses %s', async (query) => {
    expect((await charge.call('GET', `/charge/list?${query}`)).status).toBe(400);
  });
});
