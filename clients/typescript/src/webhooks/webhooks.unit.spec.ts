import { Webhook } from 'standardwebhooks';
import { Webhooks } from './webhooks';
import { WebhookVerificationError } from './signature';

const secretOf = (text: string): string => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;
const [secret, older, other] = [secretOf('present'), secretOf('before'), secretOf('other')];
const now = new Date('2026-11-26T12:00:00.000Z');
const body = JSON.stringify({ id: 'evt_1', type: 'charge.paid', data: { note: 'São João' } });

/** As the published library signs. */
const signed = (by = secret, at = now, id = 'evt_1') => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(by).sign(id, at, body),
});
const webhooks = new Webhooks([secret, older], () => now.getTime());
const refused = (headers: Record<string, string>, text = body) =>
  expect(webhooks.unwrap(text, headers)).rejects.toBeInstanceOf(WebhookVerificationError);

it('reads a message that the published library has signed, as text and as bytes', async () => {
  expect(await webhooks.unwrap(body, signed())).toEqual(JSON.parse(body));
  expect(await webhooks.unwrap(Buffer.from(body), new Headers(signed()))).toMatchObject({ type: 'charge.paid' });
});

it('takes the secret before while it is rotated, and either of two signatures', async () => {
  expect(await webhooks.unwrap(body, signed(older))).toMatchObject({ id: 'evt_1' });
  const both = {
    ...signed(other),
    'webhook-signature': `${signed(other)['webhook-signature']} ${signed()['webhook-signature']}`,
  };
  expect(await webhooks.unwrap(body, both)).toMatchObject({ id: 'evt_1' });
});

it('finds headers in whatever case, alone or in a list', async () => {
  const headers = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]));
  expect(await webhooks.unwrap(body, headers)).toMatchObject({ id: 'evt_1' });
});

it('refuses another secret, another text, another id and another time', async () => {
  await refused(signed(other));
  await refused(signed(), body.replace('São', 'Sao'));
  await refused({ ...signed(), 'webhook-id': 'evt_2' });
  await refused({ ...signed(), 'webhook-timestamp': String(now.getTime() / 1_000 + 1) });
  await refused({ ...signed(), 'webhook-signature': 'v1,####' });
});

it('refuses what is older or newer than five minutes, or than is wanted', async () => {
  const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
  await refused(signed(secret, before(301)));
  await refused(signed(secret, before(-301)));
  expect(await webhooks.unwrap(body, signed(secret, before(299)))).toMatchObject({ id: 'evt_1' });
  const late = { toleranceSeconds: 3_600 };
  expect(await webhooks.unwrap(body, signed(secret, before(3_000)), late)).toMatchObject({ id: 'evt_1' });
});

it('refuses a message without its headers, and says when no secret was given', async () => {
  await refused({});
  await expect(new Webhooks().unwrap(body, signed())).rejects.toThrow('webhookSecrets');
});
