import { fakeClock } from '@repasse/chassis/testing/clock';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type Merchant, startMerchant } from './support/merchant';
import { guardTimings } from './support/gateway';

const clock = fakeClock('2026-11-21T18:00:00.000Z');
const operatorId = 9_001;
const personId = 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ';
const note = 'Transfer of the landlord, given back at the bank.';

let merchant: Merchant;
let operator: string;

beforeAll(async () => {
  merchant = await startMerchant({ clock, guardTimings });
  operator = await staff(operatorId);
});
afterAll(() => merchant.stop());
afterEach(() => merchant.bank.tamperList(undefined));

const staff = (userId: number): Promise<string> =>
  merchant.token({ userId, scopes: ['payments:read', 'payments:write'], profile: 'OPERATOR', personId });

const ask = async (method: 'GET' | 'POST', path: string, body?: object, token = operator): Promise<TestAnswer> => {
  return merchant.gateway.call(method, path, { token, body });
};

interface Check {
  readonly id: string;
  readonly openCount: number;
  readonly differences: readonly ({ readonly id: string } & Record<string, unknown>)[];
}

const checked = async (date: string): Promise<Check> => {
  const { body } = await ask('POST', '/statement-checks', { provider: 'PIX_BCB', date });
  const [check] = body['data'] as Check[];
  if (check === undefined) throw new Error('No check.');
  return check;
};
const read = async ({ id }: Check): Promise<TestAnswer['body']> => (await ask('GET', `/statement-checks/${id}`)).body;
const at = (check: Check, nth = 0): string =>
  `/statement-checks/${check.id}/differences/${check.differences[nth]?.id ?? 'none'}/settle`;
const settle = (check: Check, body: object = { note }, token = operator) => ask('POST', at(check), body, token);
const openOf = async (kind: string): Promise<number> => {
  const lines = (await merchant.gateway.metric('repasse_statement_differences')).split('\n');
  return Number(
    lines
      .find((line) => line.includes(`kind="${kind}"`))
      ?.split(' ')
      .at(-1),
  );
};

const noonOf = (date: string): string => `${date}T15:00:00.000Z`;
/** A day on which the account received money without a payment here. */
const strange = async (date: string): Promise<Check> => {
  const endToEndId = `E-${date}`;
  await merchant.bank.receive({ endToEndId, valor: '7.00', horario: noonOf(date) });
  return checked(date);
};
const paidWithoutCallback = async (date: string) => {
  const payment = await merchant.offered({ expiresAt: '2026-11-21T19:00:00.000Z' });
  return { ...payment, endToEndId: await merchant.bank.pay(payment.txid, { horario: noonOf(date) }) };
};
const paidWithCallback = async (date: string) => {
  const payment = await paidWithoutCallback(date);
  await merchant.gateway.callback({ pix: [{ txid: payment.txid }] });
  await merchant.gateway.expectPublished(payment.paymentId, ['requested', 'offered', 'received']);
};

describe('a difference that a person has dealt with', () => {
  it('is settled with their word, and no longer counted', async () => {
    const check = await strange('2026-11-01');
    const openBefore = await openOf('UNKNOWN_PAYMENT');
    const settlement = { note, userId: operatorId, settledBy: personId, settledAt: clock.now().toISOString() };

    const { status, body } = await settle(check);
    expect([status, body]).toEqual([200, { ...check.differences[0], status: 'SETTLED', settlement }]);
    expect(check.differences).toMatchObject([{ status: 'OPEN', settlement: null }]);
    expect(await read(check)).toMatchObject({ openCount: 0, differencesCount: 1, differences: [body] });
    expect(await openOf('UNKNOWN_PAYMENT')).toBe(openBefore - 1);
  });

  it('stays settled when its day is checked again', async () => {
    const check = await strange('2026-11-02');
    const { body } = await settle(check);
    const openBefore = await openOf('UNKNOWN_PAYMENT');
    clock.advance(1_000);

    expect(await checked('2026-11-02')).toMatchObject({ openCount: 0, differences: [body] });
    expect(await openOf('UNKNOWN_PAYMENT')).toBe(openBefore);
  });

  it('is settled once: the same word again changes nothing, another is refused', async () => {
    const check = await strange('2026-11-03');
    const first = await settle(check);
    clock.advance(1_000);

    expect((await settle(check, { note }, await staff(9_002))).text).toBe(first.text);
    expect(await settle(check, { note: 'Booked by hand.' })).toMatchObject({
      status: 409,
      body: { code: 'statement_check.difference_not_open', currentStatus: 'SETTLED' },
    });
    expect(await read(check)).toMatchObject({ differences: [first.body] });
  });

  it('is settled by one of two concurrent requests with different notes', async () => {
    const check = await strange('2026-11-04');
    const answers = await Promise.all([settle(check, { note: 'Given back.' }), settle(check, { note: 'Booked.' })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = answers.find(({ status }) => status === 200)?.body;
    expect(await read(check)).toMatchObject({ differences: [kept] });
  });

  it('is open again when its amount is another one', async () => {
    await paidWithCallback('2026-11-05');
    merchant.bank.tamperList((pix) => [{ ...pix, valor: '99.99' }]);
    const check = await checked('2026-11-05');
    expect((await settle(check)).body).toMatchObject({ kind: 'AMOUNT_DIFFERS', status: 'SETTLED' });

    merchant.bank.tamperList((pix) => [{ ...pix, valor: '99.98' }]);
    expect(await checked('2026-11-05')).toMatchObject({
      openCount: 1,
      differences: [{ id: check.differences[0]?.id, status: 'OPEN', settlement: null, listed: { amount: '99.98' } }],
    });
    expect((await settle(check, { note: 'The bank took a fee.' })).status).toBe(200);
  });

  it('says nothing of one of another kind', async () => {
    await paidWithCallback('2026-11-06');
    merchant.bank.tamperList(() => []);
    const check = await checked('2026-11-06');
    const { body } = await settle(check);
    expect(body).toMatchObject({ kind: 'MISSING_THERE' });

    merchant.bank.tamperList((pix) => [{ ...pix, valor: '1.00' }]);
    expect(await checked('2026-11-06')).toMatchObject({
      openCount: 1,
      differences: [{ kind: 'AMOUNT_DIFFERS', status: 'OPEN', settlement: null }, body],
    });
  });
});

describe('a difference that cannot be settled', () => {
  const notOpen = (currentStatus: string) => ({
    status: 409,
    body: { code: 'statement_check.difference_not_open', currentStatus },
  });

  it('was repaired', async () => {
    await paidWithoutCallback('2026-11-07');
    const check = await checked('2026-11-07');

    expect(await settle(check)).toMatchObject(notOpen('REPAIRED'));
    expect(await read(check)).toMatchObject({ differences: check.differences });
  });

  it('was gone when the day was checked again', async () => {
    await paidWithCallback('2026-11-08');
    merchant.bank.tamperList(() => []);
    await checked('2026-11-08');
    merchant.bank.tamperList(undefined);
    const check = await checked('2026-11-08');
    expect(check.differences).toMatchObject([{ status: 'SETTLED', settlement: null }]);

    expect(await settle(check)).toMatchObject(notOpen('SETTLED'));
    expect(await read(check)).toMatchObject({ differences: check.differences });
  });

  it('is not there, or in another check', async () => {
    const [one, other] = [await strange('2026-11-09'), await strange('2026-11-10')];
    for (const wrong of [
      { ...one, id: other.id },
      { ...one, id: 'stc_1' },
      { ...one, differences: [] },
    ]) {
      expect(await settle(wrong)).toMatchObject({
        status: 404,
        body: { code: 'statement_check.difference_not_found' },
      });
    }
    expect(await read(one)).toMatchObject({ openCount: 1 });
  });

  it.each([{}, { note: 'ok' }, { note: '    ' }, { note: 'x'.repeat(501) }, { note: 1 }])(
    'needs a note of the action: %j',
    async (body) => {
      const check = await strange('2026-11-11');

      expect(await settle(check, body)).toMatchObject({ status: 400, body: { errors: [{ field: 'note' }] } });
      expect(await read(check)).toMatchObject({ openCount: check.openCount });
    },
  );

  it('is settled only by staff who may write', async () => {
    const check = await strange('2026-11-12');
    const customer = await merchant.token({ scopes: ['payments:write'], profile: 'CUSTOMER' });
    const reader = await merchant.token({ scopes: ['payments:read'], profile: 'ADMIN' });

    for (const token of [customer, reader]) expect((await settle(check, { note }, token)).status).toBe(403);
    expect(await read(check)).toMatchObject({ openCount: 1 });
    const admin = await merchant.token({ scopes: ['payments:write'], profile: 'ADMIN' });
    expect((await settle(check, { note }, admin)).status).toBe(200);
  });
});
