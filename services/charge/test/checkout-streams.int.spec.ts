import { createLogger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { eventually } from '@repasse/chassis/testing/eventually';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { streamsPerAddressMax, streamsPerIdMax } from '@repasse/checkout-kit/server/event-streams';
import { createLiveWatch } from '@repasse/checkout-kit/server/live-watch';
import { type CheckoutState } from '../src/checkout/both-sides/checkout-state';
import { versionsOf } from '../src/store/reads/checkout';
import { createLoadCheckout, createStateOf } from '../src/checkout/load-checkout';
import { ChargeService } from './support/charge-service';

const log = createLogger({ service: 'test', level: 'silent' });

describe('streams of checkout pages', () => {
  const charge = new ChargeService('checkout_streams');
  /** With their answers: one that nothing refers to is collected as garbage, and its stream closes. */
  const open: { readonly controller: AbortController; readonly response: Response }[] = [];
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => open.splice(0).forEach(({ controller }) => controller.abort()));

  const made = async (body: object = {}): Promise<TestAnswer['body']> => (await charge.create(body)).body;
  const idOf = (body: TestAnswer['body']): string => String(body['chargeId'] ?? body['id']);

  /** Who reads from an address, as the edge tells it. */
  const stream = async (body: TestAnswer['body'], address = '198.51.100.1'): Promise<Response> => {
    const controller = new AbortController();
    const response = await fetch(`${charge.url}/checkout/${idOf(body)}/events`, {
      headers: { 'x-checkout-token': String(body['checkoutToken']), 'x-forwarded-for': address },
      signal: controller.signal,
    });
    open.push({ controller, response });
    return response;
  };
  const times = async <T>(count: number, run: (index: number) => Promise<T>): Promise<readonly T[]> => {
    const results: T[] = [];
    for (let index = 0; index < count; index += 1) results.push(await run(index));
    return results;
  };

  it('load a charge once when it opens and once for each change, however many show it', async () => {
    const body = await made({ paymentMethod: 'PIX' });
    const statements: string[] = [];
    const counting: Tx = {
      query: (sql, params) => {
        statements.push(sql);
        return charge.db.query(sql, params);
      },
    };
    const load = createLoadCheckout(counting, createStateOf({ clock: charge.clock, methods: ['PIX'] }), {
      withMerchant: false,
    });
    const loads = (): number => statements.filter((sql) => sql.includes('held_amount_minor')).length;
    const watch = createLiveWatch({
      ...{ clock: charge.clock, log, everyMs: 20 },
      versionsOf: (ids) => versionsOf(counting, ids, charge.clock.now().toISOString()),
      load: async (id) => (await load(id)).state,
    });
    const told: CheckoutState[][] = [];
    const watching = await Promise.all(
      Array.from({ length: 200 }, (_, reader) => {
        told[reader] = [];
        return watch.watch(idOf(body), (state) => told[reader]?.push(state));
      }),
    );
    expect(new Set(watching.map(({ state }) => state.status))).toEqual(new Set(['PENDING']));
    expect(loads()).toBe(1);

    await charge.receive(body);
    await eventually(() => told.every((states) => states.at(-1)?.status === 'PAID'));

    expect(told.map((states) => states.length)).toEqual(told.map(() => 1));
    expect(loads()).toBe(2);
    // Who comes later costs none, and who is there is not told anew.
    watching.push(await watch.watch(idOf(body), () => undefined));
    const looks = statements.length;
    await eventually(() => statements.length > looks + 2);
    expect(loads()).toBe(2);
    watching.forEach(({ leave }) => leave());
    await watch.stop();
  });

  it('are so many of one charge, and another charge has its own', async () => {
    const body = await made();
    const statuses = await times(
      streamsPerIdMax,
      async (reader) => (await stream(body, `198.51.100.${reader}`)).status,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));

    const refused = await stream(body, '203.0.113.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
    expect(await refused.json()).toMatchObject({ code: 'request.rate_limited', retryable: true });
    expect((await stream(await made(), '203.0.113.1')).status).toBe(200);

    // One that is closed makes room.
    open.shift()?.controller.abort();
    await eventually(async () => (await stream(body, '203.0.113.1')).status === 200);
  });

  it('are so many of one address, whatever they show', async () => {
    const charges = await times(Math.ceil(streamsPerAddressMax / streamsPerIdMax), () => made());
    await times(streamsPerAddressMax, (reader) => stream(charges[reader % charges.length] ?? {}, '192.0.2.50'));

    const body = await made();
    expect((await stream(body, '192.0.2.50')).status).toBe(429);
    expect((await stream(body, '192.0.2.51')).status).toBe(200);
  });

  it('are not taken by who is refused', async () => {
    const body = await made();
    const call = { headers: { 'x-checkout-token': 'made-up', 'x-forwarded-for': '192.0.2.1' } };
    await times(streamsPerIdMax, () => callApi(charge.url, 'GET', `/checkout/${idOf(body)}/events`, call));
    expect((await stream(body)).status).toBe(200);
  });

  it('end when the charge is final', async () => {
    const body = await made({ paymentMethod: 'PIX' });
    const streams = await times(3, () => stream(body));
    const texts = Promise.all(streams.map((each) => each.text()));
    await charge.receive(body);

    const states = (await texts).map((text) => text.match(/"status":"(\w+)","statusReason"/g));
    expect(states.map((each) => each?.at(-1))).toEqual(states.map(() => '"status":"PAID","statusReason"'));
  });
});
