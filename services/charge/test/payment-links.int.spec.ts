import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { ChargeService } from './support/charge-service';

const hourMs = 60 * 60_000;

describe('payment links', () => {
  const charge = new ChargeService('payment_links');
  let forms = 0;
  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    await charge.start();
  });
  afterAll(() => charge.stop());

  const make = async (body: object): Promise<TestAnswer> =>
    charge.call('POST', '/payment-links', { body: { title: 'Curso', currency: 'BRL', ...body } });
  const madeId = async (body: object): Promise<string> => String((await make(body)).body['id']);
  const read = async (id: string): Promise<TestAnswer['body']> =>
    (await charge.call('GET', `/payment-links/${id}`)).body;
  const visit = (id: string): Promise<TestAnswer> => callApi(charge.url, 'GET', `/pay/${id}`);
  const tokenOf = ({ text }: TestAnswer): string => /name="formToken" value="(\w{26})"/.exec(text)?.[1] ?? '';
  /** Each from an address of its own, unless it is given. */
  const send = async (
    id: string,
    fields: Readonly<Record<string, string>>,
    address = `10.0.${Math.floor(++forms / 250)}.${forms % 250}`,
  ): Promise<Response> =>
    fetch(`${charge.url}/pay/${id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams(fields),
    });
  const pay = async (id: string, amount?: string): Promise<Response> =>
    send(id, { formToken: tokenOf(await visit(id)), ...(amount !== undefined && { amount }) });
  const chargeIdOf = (sent: Response): string =>
    /\/checkout\/(ch_\w+)\?/.exec(sent.headers.get('location') ?? '')?.[1] ?? '';

  it('are refused with every fault at once', async () => {
    const { status, body } = await make({
      ...{ title: ' ', amount: '0.00', minAmount: '9.00', maxAmount: '1.00', usesMax: 0, allowedMethods: [] },
      ...{ validUntil: '2020-01-01T00:00:00Z', redirectUrl: 'ftp://shop.example', split: [{ kind: 'FIXED' }] },
    });
    expect(status).toBe(400);
    const fields = (body['errors'] as readonly { readonly field: string }[]).map(({ field }) => field);
    expect([...new Set(fields)].toSorted()).toEqual([
      ...[
        'allowedMethods',
        'amount',
        'maxAmount',
        'redirectUrl',
        'split[0].amount',
        'split[0].recipientEmail',
        'title',
      ],
      ...['usesMax', 'validUntil'],
    ]);
  });

  it.each([
    [{}, ['amount']],
    [{ minAmount: '1.00' }, ['maxAmount']],
    [{ maxAmount: '1.00' }, ['minAmount']],
    [
      {
        minAmount: '1.00',
        maxAmount: '5.00',
        split: [{ recipientEmail: 'a@b.example', kind: 'FIXED', amount: '1.01' }],
      },
      ['split'],
    ],
  ])('need a price, or both limits of one, that shares fit into: %j', async (body, fields) => {
    const refused = await make(body);
    expect(refused.status).toBe(400);
    expect((refused.body['errors'] as readonly { readonly field: string }[]).map(({ field }) => field)).toEqual(fields);
  });

  it('are made once under an Idempotency-Key, found by their merchant only, and listed newest first', async () => {
    const headers = { 'idempotency-key': 'link-1' };
    const body = { title: 'Doação', minAmount: '5.00', maxAmount: '50.00', currency: 'BRL' };
    const first = await charge.call('POST', '/payment-links', { body, headers });
    const again = await charge.call('POST', '/payment-links', { body, headers });
    expect(first.body).toMatchObject({ status: 'OPEN', amount: null, chargesCreated: 0, paidAmount: '0.00' });
    expect(again.text).toBe(first.text);

    const id = String(first.body['id']);
    const token = await charge.token({ userId: 2002 });
    expect((await charge.call('GET', `/payment-links/${id}`, { token })).status).toBe(404);
    const change = { token, body: { active: false } };
    expect((await charge.call('PATCH', `/payment-links/${id}`, change)).body['code']).toBe('payment_link.not_found');
    expect((await charge.call('GET', '/payment-links', { token })).body['data']).toEqual([]);

    charge.clock.advance(1_000);
    const newer = await madeId({ amount: '10.00' });
    const page = (await charge.call('GET', '/payment-links?limit=1')).body;
    expect(page['data']).toMatchObject([{ id: newer }]);
    const { nextCursor } = page['pagination'] as { readonly nextCursor: string };
    const rest = (await charge.call('GET', `/payment-links?limit=1&cursor=${nextCursor}`)).body;
    expect(rest['data']).toMatchObject([{ id }]);
  });

  it('have a page that cannot be framed and escapes what a merchant wrote', async () => {
    const page = await visit(await madeId({ title: '<script>alert(1)</script>', amount: '10.00' }));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<script>');
    expect(page.text).toContain('&lt;script&gt;alert(1)');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://pay.example");

    const open = await madeId({ minAmount: '5.00', maxAmount: '50.00' });
    const refused = await send(open, { formToken: tokenOf(await visit(open)), amount: '"><b>x' });
    expect(await refused.text()).toContain('value="&quot;&gt;&lt;b&gt;x"');
    expect((await visit('lnk_unknown')).status).toBe(404);
  });

  it('make one charge of one form, however often it is sent', async () => {
    const id = await madeId({ amount: '10.00', usesMax: 5 });
    const formToken = tokenOf(await visit(id));
    const sent = await Promise.all([send(id, { formToken }), send(id, { formToken }), send(id, { formToken })]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    const ids = new Set([...sent, await send(id, { formToken })].map(chargeIdOf));
    expect(ids.size).toBe(1);
    expect(await read(id)).toMatchObject({ usesTaken: 1, chargesCreated: 1 });

    const [chargeId = ''] = ids;
    const made = (await charge.call('GET', `/charge/${chargeId}`)).body;
    expect(made).toMatchObject({
      grossAmount: '10.00',
      description: 'Curso',
      externalReference: `link:${id}:${chargeId.slice(3)}`,
    });
    expect((await pay(id)).status).toBe(303);
    expect(await read(id)).toMatchObject({ usesTaken: 2 });
  });

  it('take an open amount between its limits', async () => {
    const id = await madeId({ minAmount: '5.00', maxAmount: '50.00' });
    expect((await pay(id, '4,99')).status).toBe(400);
    expect((await pay(id, '50,01')).status).toBe(400);
    expect((await pay(id)).status).toBe(400);
    expect(await read(id)).toMatchObject({ chargesCreated: 0 });
    const chargeId = chargeIdOf(await pay(id, '49,90'));
    expect((await charge.call('GET', `/charge/${chargeId}`)).body['grossAmount']).toBe('49.90');
  });

  it('give the last of a stock to one of many payers, and again once that charge has ended unpaid', async () => {
    const id = await madeId({ amount: '10.00', usesMax: 1 });
    const tokens = await Promise.all(Array.from({ length: 6 }, async () => tokenOf(await visit(id))));
    const sent = await Promise.all(tokens.map((formToken) => send(id, { formToken })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410, 410, 410]);
    expect((await visit(id)).status).toBe(410);
    expect(await read(id)).toMatchObject({ status: 'SOLD_OUT', usesTaken: 1, chargesCreated: 1 });

    charge.clock.advance(2 * hourMs);
    await eventually(async () => (await read(id))['usesTaken'] === 0);
    const again = await pay(id);
    expect(again.status).toBe(303);
    await charge.call('POST', `/charge/${chargeIdOf(again)}/cancel`);
    expect(await read(id)).toMatchObject({ status: 'OPEN', usesTaken: 0, chargesCreated: 2, chargesPaid: 0 });
  });

  it('lead to the charges they made, and to nobody else’s', async () => {
    const id = await madeId({ amount: '10.00' });
    const made = [chargeIdOf(await pay(id)), chargeIdOf(await pay(id))];
    await pay(await madeId({ amount: '11.00' }));
    const listOf = async (query: string, token?: string): Promise<readonly string[]> => {
      const { body } = await charge.call('GET', `/charge/list?${query}`, token === undefined ? {} : { token });
      return (body['data'] as readonly { readonly id: string }[]).map((each) => each.id).toSorted();
    };
    expect(await listOf(`paymentLinkId=${id}`)).toEqual(made.toSorted());
    expect(await listOf(`paymentLinkId=${id}&status=PAID`)).toEqual([]);
    expect(await listOf('paymentLinkId=lnk_unknown')).toEqual([]);
    expect(await listOf(`paymentLinkId=${id}`, await charge.token({ userId: 2002 }))).toEqual([]);
    const file = await charge.call('GET', `/charge/list.csv?paymentLinkId=${id}`);
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(3);
  });

  it('count what was paid, once', async () => {
    const id = await madeId({ amount: '100.00', usesMax: 1 });
    const chargeId = chargeIdOf(await pay(id));
    const attempt = (await charge.call('POST', `/charge/${chargeId}/attempts`, { body: { paymentMethod: 'PIX' } }))
      .body;
    await charge.receive(attempt);
    await eventually(async () => (await read(id))['chargesPaid'] === 1);
    expect(await read(id)).toMatchObject({ status: 'SOLD_OUT', usesTaken: 1, paidAmount: '100.00' });
  });

  it('close, open, end and get more stock by their merchant’s word', async () => {
    const id = await madeId({ amount: '10.00', usesMax: 1 });
    const change = async (body: object): Promise<unknown> =>
      (await charge.call('PATCH', `/payment-links/${id}`, { body })).body['status'];
    expect((await pay(id)).status).toBe(303);
    expect(await change({ usesMax: 2 })).toBe('OPEN');
    expect(await change({ active: false })).toBe('INACTIVE');
    const formToken = 'A'.repeat(26);
    const closed = await send(id, { formToken });
    expect([closed.status, await closed.text()]).toEqual([410, expect.stringContaining('desativado')]);
    expect(await change({ active: true })).toBe('OPEN');
    const validUntil = new Date(charge.clock.now().getTime() + hourMs).toISOString();
    expect(await change({ validUntil, usesMax: null })).toBe('OPEN');
    charge.clock.advance(hourMs);
    expect((await visit(id)).text).toContain('terminou');
    expect(await change({ validUntil: null })).toBe('OPEN');
  });

  it('give a use back whose charge was never made, when the stock looks empty', async () => {
    const id = await madeId({ amount: '10.00', usesMax: 1 });
    await charge.db.query(`insert into link_charges values ('ch_stranded', $1, 'stranded', 'open', $2)`, [
      id,
      charge.clock.now().toISOString(),
    ]);
    await charge.db.query('update payment_links set uses_taken = 1, created_count = 1 where link_id = $1', [id]);
    expect((await send(id, { formToken: 'B'.repeat(26) })).status).toBe(410);
    charge.clock.advance(11 * 60_000);
    expect((await pay(id)).status).toBe(303);
    expect(await read(id)).toMatchObject({ usesTaken: 1, chargesCreated: 1 });
  });

  it('are tried thirty times a minute by one address', async () => {
    const id = await madeId({ amount: '10.00' });
    const tries = await Promise.all(
      Array.from({ length: 31 }, (_, at) => send(id, { formToken: String(at).padStart(26, '0') }, '192.0.2.77')),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
