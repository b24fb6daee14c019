import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { validateEvent } from '@repasse/contracts';
import { ChargeService } from './support/charge-service';

const charge = new ChargeService('texts');

beforeAll(() => charge.start());
afterAll(() => charge.stop());

const scopes = ['payments:write', 'charges:write', 'charges:read'];
const post = async (path: string, body: object): Promise<TestAnswer> =>
  charge.call('POST', path, { token: await charge.token({ scopes }), body });

/** Each way to make a charge, with its names for the same texts. */
const ways = [
  {
    path: '/charge',
    least: { grossAmount: '100.00', currency: 'BRL', paymentMethod: 'PIX' },
    names: { webhook: 'webhookUrl', back: 'redirectUrl', email: 'customerMeta.email', payer: 'customerMeta.name' },
  },
  {
    path: '/payments',
    least: { clientMode: 'noNeedToSpecify', amount: 100, expire_at: '2026-11-21T13:00:00Z' },
    names: { webhook: 'webhook_url', back: 'redirect_url', email: 'email', payer: 'name_client' },
  },
  {
    path: '/payments/v1/card',
    least: { amount: 100 },
    names: { webhook: 'webhook_url', back: 'redirect_url', email: 'email', payer: 'name_client' },
  },
] as const;

const bodyOf = (least: object, name: string, text: string): object => {
  const [holder = '', inner] = name.split('.');
  return { ...least, [holder]: inner === undefined ? text : { [inner]: text } };
};
const faultyFields = ({ body }: TestAnswer) =>
  ((body['errors'] ?? []) as { field: string }[]).map(({ field }) => field);

describe.each(ways)('$path', ({ path, least, names }) => {
  it.each([
    ['webhook', ' https://merchant.example/h'],
    ['webhook', 'https:merchant.example'],
    ['webhook', 'https:///merchant.example/'],
    ['webhook', 'https://merchant.example:0/h'],
    ['webhook', 'https://user:secret@merchant.example/'],
    ['back', 'http:merchant.example'],
    ['back', 'any text'],
    ['back', 'https://merchant.example/a b'],
    ['back', 'http://merchant.example:0/'],
    ['email', 'ana@example'],
    ['payer', ' \u200b\u3164 '],
  ] as const)('refuses %s %j by its name', async (kind, text) => {
    const answer = await post(path, bodyOf(least, names[kind], text));

    expect([answer.status, faultyFields(answer)]).toEqual([400, [names[kind]]]);
  });

  it.each([
    ['HTTPS://Merchant.example/h', 'https://merchant.example/h'],
    ['https://é.example/h', 'https://xn--9ca.example/h'],
  ])('keeps %s as an event can hold it', async (text, kept) => {
    const made = await post(path, bodyOf(bodyOf(least, names.webhook, text), names.back, text));
    expect(made.status).toBeLessThan(300);

    const response = (made.body['response'] ?? made.body) as Record<string, unknown>;
    const chargeId = String(response['charge_id'] ?? response['chargeId'] ?? response['id']);
    const [row] = await charge.db.query<{ redirect_url: string; webhook_url: string }>(
      'select redirect_url, webhook_url from charges where charge_id = $1',
      [chargeId],
    );
    expect(row).toEqual({ redirect_url: kept, webhook_url: kept });
    const published = () => charge.bus.replay('charge.events.v1', chargeId);
    await eventually(async () => (await published()).length > 0);
    const [created] = await published();
    expect(created?.value).toMatchObject({ webhookUrl: kept });
    expect(validateEvent('repasse.charge.created.v1', created?.value)).toEqual([]);
  });
});

it.each(['   ', '李小龙', 'Ana 4'])(
  'a card in the name of %j is refused by that field, and nobody is asked',
  async (holderName) => {
    const { body } = await post('/payments/v1/card', { amount: 100 });
    const { id, checkout_token } = body['response'] as Record<string, string>;
    const asked = charge.peers.gateway.cardPayments.length;
    const card = {
      number: '4024007100000040',
      holderName,
      expirationMonth: 12,
      expirationYear: 2035,
      securityCode: '987',
    };

    const answer = await charge.pay(String(id), String(checkout_token), { card });

    expect([answer.status, faultyFields(answer)]).toEqual([400, ['card.holderName']]);
    expect(charge.peers.gateway.cardPayments).toHaveLength(asked);
  },
);
