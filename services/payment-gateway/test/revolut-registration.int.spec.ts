import { createHmac } from 'node:crypto';
import { eventually } from '@repasse/chassis/testing/eventually';
import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { type Revolut } from '../src/providers/revolut/create-revolut';
import { openRevolut } from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';

/** As the provider names webhooks. */
const id = '0d3c6a52-6f2b-4e0e-9a3e-2b1f4c5d6e7f';
const url = 'https://pay.example.com/callbacks/revolut';

let api: MerchantApi;
let clock: FakeClock;
let revolut: Revolut;
let stopRegistration: (() => Promise<void>) | undefined;

beforeEach(async () => {
  clock = fakeClock('2026-02-03T18:00:00.000Z');
  api = await startMerchantApi(clock);
  revolut = openRevolut(api.url, clock);
});
afterEach(async () => {
  await stopRegistration?.();
  revolut.close();
  await api.stop();
});

const register = (): void => {
  stopRegistration = revolut.provider.start();
};
/** The secret of the address we registered. */
const ownSecret = async (): Promise<string> =>
  (await api.webhooks()).find((each) => each.url === url)?.signingSecret ?? '';
const verify = (secret: string) => {
  const rawBody = Buffer.from('{"event":"ORDER_COMPLETED","order_id":"1"}');
  const timestamp = String(clock.now().getTime());
  const signature = `v1=${createHmac('sha256', secret).update(`v1.${timestamp}.${rawBody.toString()}`).digest('hex')}`;
  return revolut.verify({ signature, timestamp, rawBody });
};

describe('the callback address', () => {
  it('is registered once, and signatures are checked with its secret', async () => {
    register();
    await eventually(async () => (await api.webhooks()).length === 1);

    expect(await api.webhooks()).toMatchObject([
      { url, events: expect.arrayContaining(['ORDER_COMPLETED', 'ORDER_FAILED']) },
    ]);
    await eventually(async () => (await verify(await ownSecret())) === 'signed');
    expect(await verify('wsk_other')).toBe('forged');
  });

  it('is not registered again by another process, which learns the same secret', async () => {
    await api.putWebhook({});
    register();
    await eventually(async () => (await verify(await ownSecret())) === 'signed');
    const another = openRevolut(api.url, clock);
    const stopAnother = another.provider.start();
    await eventually(() => api.asked().length === 3);
    await stopAnother();
    another.close();

    expect(await api.webhooks()).toHaveLength(2);
    expect(await verify('wsk_elsewhere')).toBe('forged');
  });

  it('is given again until the provider takes it', async () => {
    api.next('webhooks', { kind: 'answer', status: 503, body: {}, isDone: false });
    register();

    await eventually(async () => (await api.webhooks()).length === 1);
  });

  it('is updated with new events', async () => {
    await api.putWebhook({ id, url, events: ['ORDER_COMPLETED'] });
    register();

    await eventually(async () => (await api.webhooks())[0]?.events.includes('ORDER_PAYMENT_DECLINED'));
    expect(await api.webhooks()).toHaveLength(1);
  });
});

describe('a secret', () => {
  it('that was changed over there is learned from the first callback it signs, without asking for every forgery', async () => {
    register();
    await eventually(async () => (await verify(await ownSecret())) === 'signed');
    const oldSecret = await ownSecret();
    await api.putWebhook({ ...(await api.webhooks())[0], signingSecret: 'wsk_new' });

    const askedCount = api.asked().length;
    expect(await verify('wsk_new')).toBe('forged');
    expect(api.asked()).toHaveLength(askedCount);
    clock.advance(10_000);
    expect(await verify('wsk_new')).toBe('signed');
    expect(await verify(oldSecret)).toBe('forged');
  });

  it('that is not known yet neither accepts nor rejects a callback', async () => {
    await api.leave();

    expect(await verify('wsk_unknown')).toBe('unready');
    await api.restart();
  });
});
