import { createHmac } from 'node:crypto';
import { eventually } from '@repasse/chassis/testing/eventually';
import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { type Revolut } from '../src/providers/revolut/create-revolut';
import { openRevolut } from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';
import { signingSecret } from './support/merchant-books';

const url = 'https://pay.example.com/callbacks/revolut';

let api: MerchantApi;
let clock: FakeClock;
let revolut: Revolut;
let stopRegistration: (() => Promise<void>) | undefined;

beforeEach(async () => {
  api = await startMerchantApi();
  clock = fakeClock('2026-02-03T18:00:00.000Z');
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
const verify = (secret: string) => {
  const rawBody = Buffer.from('{"event":"ORDER_COMPLETED","order_id":"1"}');
  const timestamp = String(clock.now().getTime());
  const signature = `v1=${createHmac('sha256', secret).update(`v1.${timestamp}.${rawBody.toString()}`).digest('hex')}`;
  return revolut.verify({ signature, timestamp, rawBody });
};

describe('the callback address', () => {
  it('is registered once, and signatures are checked with its secret', async () => {
    register();
    await eventually(() => api.webhooks.length === 1);

    expect(api.webhooks).toMatchObject([{ url, events: expect.arrayContaining(['ORDER_COMPLETED', 'ORDER_FAILED']) }]);
    await eventually(async () => (await verify(signingSecret)) === 'signed');
    expect(await verify('wsk_other')).toBe('forged');
  });

  it('is not registered again by another process, which learns the same secret', async () => {
    api.webhooks.push({ id: 'w', url: 'https://elsewhere.example/', events: [], signing_secret: 'wsk_elsewhere' });
    register();
    await eventually(async () => (await verify(signingSecret)) === 'signed');
    const another = openRevolut(api.url, clock);
    const stopAnother = another.provider.start();
    await eventually(() => api.asked().length === 3);
    await stopAnother();
    another.close();

    expect(api.webhooks).toHaveLength(2);
    expect(await verify('wsk_elsewhere')).toBe('forged');
  });

  it('is given again until the provider takes it', async () => {
    api.next('webhooks', { kind: 'answer', status: 503, body: {}, isDone: false });
    register();

    await eventually(() => api.webhooks.length === 1);
  });

  it('is updated with new events', async () => {
    api.webhooks.push({ id: 'w', url, events: ['ORDER_COMPLETED'], signing_secret: signingSecret });
    register();

    await eventually(() => (api.webhooks[0]?.['events'] as string[]).includes('ORDER_PAYMENT_DECLINED'));
    expect(api.webhooks).toHaveLength(1);
  });
});

describe('a secret', () => {
  it('that was changed over there is learned from the first callback it signs, without asking for every forgery', async () => {
    register();
    await eventually(async () => (await verify(signingSecret)) === 'signed');
    Object.assign(api.webhooks[0] ?? {}, { signing_secret: 'wsk_new' });

    const askedCount = api.asked().length;
    expect(await verify('wsk_new')).toBe('forged');
    expect(api.asked()).toHaveLength(askedCount);
    clock.advance(10_000);
    expect(await verify('wsk_new')).toBe('signed');
    expect(await verify(signingSecret)).toBe('forged');
  });

  it('that is not known yet neither accepts nor rejects a callback', async () => {
    await api.stop();

    expect(await verify(signingSecret)).toBe('unready');
    api = await startMerchantApi();
  });
});
