import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';
import { type GatewayMood } from './support/peers';

describe('when the gateway has no offer', () => {
  const charge = new ChargeService('gateway_trouble');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => {
    charge.peers.mood = 'offer';
  });

  const pix = (key?: string): Promise<TestAnswer> =>
    charge.create({ paymentMethod: 'PIX' }, key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const attempt = async (answer: TestAnswer): Promise<TestAnswer['body']> =>
    (await charge.call('GET', `/charge/attempts/${String(answer.body['attemptId'])}`)).body;

  it.each([
    ['unavailable', 503, 'provider.unavailable'],
    // The clock of one of the two was moved, and the other has yet to follow.
    ['other_time', 503, 'provider.unavailable'],
    ['silent', 504, 'provider.timeout'],
    ['unsettled', 504, 'provider.timeout'],
  ] as const)('%s: keeps what was made and says how to go on', async (mood, status, code) => {
    charge.peers.mood = mood;
    const answer = await pix(`trouble-${mood}`);

    expect(answer).toMatchObject({ status, body: { code, retryable: true } });
    expect(answer.body['detail']).toContain('Repeat the request with the same Idempotency-Key');
    expect(await attempt(answer)).toMatchObject({ status: 'PENDING', gatewayStatus: 'REQUESTED', checkoutMeta: null });
    expect((await charge.call('GET', `/charge/${String(answer.body['chargeId'])}`)).body).toMatchObject({
      status: 'PENDING',
    });
  });

  it('does not invite a caller without a key to make a second charge', async () => {
    charge.peers.mood = 'unavailable';
    const answer = await pix();
    expect(answer.body).toMatchObject({ retryable: false });
    expect(answer.body['detail']).toContain('Do not repeat the request');
  });

  it('goes on with the same charge when the request comes again with its key', async () => {
    charge.peers.mood = 'silent';
    const first = await pix('again');
    charge.peers.mood = 'offer';
    const second = await pix('again');

    expect(second).toMatchObject({
      status: 200,
      body: { id: first.body['attemptId'], chargeId: first.body['chargeId'], gatewayStatus: 'OFFERED' },
    });
    expect((await pix('again')).text).toBe(second.text);
    const events = await charge.db.query<{ type: string }>(
      'select type from events where stream_id = $1 order by version',
      [first.body['chargeId']],
    );
    expect(events.map(({ type }) => type)).toEqual(['ChargeCreated', 'AttemptRequested', 'AttemptOffered']);
  });

  it.each([
    ['refuse', 'FAILED', 'PROVIDER_ERROR'],
    ['fail', 'FAILED', 'PROVIDER_ERROR'],
    ['expired', 'EXPIRED', null],
  ] as const)('%s: ends the attempt, and says so again to a repeat', async (mood, status, statusReason) => {
    charge.peers.mood = mood;
    const first = await pix(`ended-${mood}`);
    charge.peers.mood = 'offer';
    const second = await pix(`ended-${mood}`);

    for (const answer of [first, second]) {
      expect(answer).toMatchObject({ status: 502, body: { code: 'provider.rejected', retryable: false } });
    }
    expect(second.body['attemptId']).toBe(first.body['attemptId']);
    expect(await attempt(first)).toMatchObject({ status, statusReason });
  });

  it.each(['unavailable', 'silent'] satisfies GatewayMood[])('the janitor finishes what %s left', async (mood) => {
    charge.peers.mood = mood;
    const answer = await pix();
    const asked = charge.peers.payments.length;
    charge.peers.mood = 'offer';
    charge.clock.advance(20_000);

    await eventually(async () => (await attempt(answer))['gatewayStatus'] === 'OFFERED');
    const again = charge.peers.payments.slice(asked);
    expect(again.map(({ paymentId }) => paymentId)).toContain(answer.body['paymentId']);
    expect(await attempt(answer)).toMatchObject({ checkoutMeta: { method: 'PIX' } });
    await eventually(async () => (await charge.db.query('select from awaited_offers')).length === 0);
  });

  it('the janitor asks with what the first request said', async () => {
    charge.peers.mood = 'unavailable';
    const customerMeta = { name: 'Ana Souza', email: 'ana@customer.example' };
    const gatewayOptions = { pix: { payerMessage: 'Oi' } };
    const answer = await charge.create({ paymentMethod: 'PIX', customerMeta, gatewayOptions });
    const sent = (): object[] =>
      charge.peers.payments.filter(({ paymentId }) => paymentId === answer.body['paymentId']);
    charge.peers.mood = 'offer';
    charge.clock.advance(20_000);

    const [first, second] = await eventually(() => (sent().length === 2 ? sent() : undefined));
    expect(second).toEqual(first);
  });

  it('the janitor puts off what is still not answered, and gives up when the attempt has expired', async () => {
    charge.peers.mood = 'unavailable';
    const answer = await pix();
    charge.clock.advance(20_000);
    const due = await eventually(async () => {
      const [row] = await charge.db.query<{ tries: number; due_at: string }>(
        'select tries, due_at from awaited_offers where attempt_id = $1',
        [answer.body['attemptId']],
      );
      return row && row.tries > 0 ? row : undefined;
    });
    expect(Date.parse(due.due_at)).toBeGreaterThan(charge.clock.now().getTime());

    charge.clock.advance(25 * 60 * 60_000);
    await eventually(async () => {
      const { body } = await charge.call('GET', `/charge/attempts/${String(answer.body['attemptId'])}`);
      return body['status'] === 'EXPIRED';
    });
  });
});
