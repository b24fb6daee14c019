import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

describe('a POST /charge that is sent again', () => {
  const charge = new ChargeService('idempotency');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const keyed = (key: string, body: object = {}): Promise<TestAnswer> =>
    charge.create(body, { headers: { 'idempotency-key': key } });
  const countStreams = async (): Promise<number> =>
    (await charge.db.query('select distinct stream_id from events')).length;

  it.each([{}, { paymentMethod: 'PIX' }])('gets the same bytes and makes nothing: %j', async (body) => {
    const key = `same-${JSON.stringify(body)}`;
    const first = await keyed(key, body);
    const before = await countStreams();
    const second = await keyed(key, body);

    expect(first.status).toBe(200);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await countStreams()).toBe(before);
  });

  it.each([{}, { paymentMethod: 'PIX' }])('makes one charge, fifty times at once: %j', async (body) => {
    const before = await countStreams();
    const asked = charge.peers.payments.length;
    const key = `at-once-${JSON.stringify(body)}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => keyed(key, body)));

    expect(await countStreams()).toBe(before + 1);
    const texts = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(texts.size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(new Set(charge.peers.payments.slice(asked).map(({ paymentId }) => paymentId)).size).toBeLessThanOrEqual(1);
    expect((await keyed(key, body)).text).toBe([...texts][0]);
  });

  it('is refused when its body is another, by the fields that differ', async () => {
    await keyed('other-body', { description: 'one' });
    const answer = await keyed('other-body', { description: 'two' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency.key_reused' } });
    expect(answer.body['errors']).toEqual([expect.objectContaining({ field: 'description' })]);
  });

  it('is another merchant’s own business under the same key', async () => {
    const mine = await keyed('shared-key');
    const token = await charge.token({ userId: 3003 });
    const theirs = await charge.create({}, { token, headers: { 'idempotency-key': 'shared-key' } });
    expect(theirs.status).toBe(200);
    expect(theirs.body['id']).not.toBe(mine.body['id']);
  });

  it('keeps nothing of a refusal of its fields, so that the key serves the mended request', async () => {
    expect((await keyed('mended', { grossAmount: '0.00' })).status).toBe(400);
    expect((await keyed('mended', { grossAmount: '1.00' })).status).toBe(200);
  });

  it('is owed its answer also when it comes again after the charge has expired', async () => {
    const body = { expiresAt: '2026-11-21T12:05:00Z' };
    const first = await keyed('short-lived', body);
    charge.clock.advance(10 * 60_000);
    const second = await keyed('short-lived', body);
    const tooLate = await keyed('too-late', body);
    const other = await keyed('short-lived', { expiresAt: '2026-11-21T12:06:00Z' });
    charge.clock.advance(-10 * 60_000);

    expect(second.text).toBe(first.text);
    expect(tooLate).toMatchObject({ status: 400, body: { code: 'charge.expires_in_past' } });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.key_reused' } });
  });

  it('goes on with what was begun when the first process has been silent for too long', async () => {
    charge.peers.mood = 'hang';
    const cutOff = keyed('cut-off', { paymentMethod: 'PIX' });
    const asked = charge.peers.payments.length;
    await eventually(() => charge.peers.payments.length > asked);
    expect((await keyed('cut-off', { paymentMethod: 'PIX' })).status).toBe(409);

    charge.peers.mood = 'offer';
    charge.clock.advance(60_000);
    const resumed = await keyed('cut-off', { paymentMethod: 'PIX' });
    expect(resumed).toMatchObject({ status: 200, body: { gatewayStatus: 'OFFERED' } });
    expect(resumed.body['id']).toBe(charge.peers.payments.at(-1)?.attemptId);
    expect(new Set(charge.peers.payments.slice(asked).map(({ paymentId }) => paymentId)).size).toBe(1);

    charge.peers.hangUp();
    expect((await cutOff).status).toBe(503);
    expect((await keyed('cut-off', { paymentMethod: 'PIX' })).text).toBe(resumed.text);
  });

  it('can be asked about by its key', async () => {
    const made = await keyed('asked/about', { description: 'Order' });
    const path = `/idempotency/${encodeURIComponent('asked/about')}`;

    expect((await charge.call('GET', path)).body).toMatchObject({
      key: 'asked/about',
      operation: 'createCharge',
      status: 'DONE',
      responseStatus: 200,
      response: made.body,
    });
    const token = await charge.token({ userId: 3003 });
    for (const answer of [await charge.call('GET', path, { token }), await charge.call('GET', '/idempotency/unused')]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'idempotency.key_not_found' } });
    }
  });

  it('can be asked about while it waits for a provider that is silent', async () => {
    charge.peers.mood = 'silent';
    await keyed('asked-in-doubt', { paymentMethod: 'PIX' });
    charge.peers.mood = 'offer';
    expect((await charge.call('GET', '/idempotency/asked-in-doubt')).body).toMatchObject({
      status: 'INTERRUPTED',
      responseStatus: null,
      response: null,
    });
  });

  describe('with an attemptIdempotencyKey that was used', () => {
    it('is a conflict that names what was made the first time', async () => {
      const first = await charge.create({ paymentMethod: 'PIX', attemptIdempotencyKey: 'attempt-1' });
      const before = await countStreams();
      const second = await charge.create({ paymentMethod: 'PIX', attemptIdempotencyKey: 'attempt-1' });

      expect(second).toMatchObject({
        status: 409,
        body: {
          code: 'charge.attempt_key_reused',
          chargeId: first.body['chargeId'],
          attemptId: first.body['id'],
        },
      });
      expect(await countStreams()).toBe(before);
    });

    it('is one too when the first charge has no attempt', async () => {
      const first = await charge.create({ attemptIdempotencyKey: 'attempt-2' });
      const second = await charge.create({ attemptIdempotencyKey: 'attempt-2' });
      expect(second).toMatchObject({ status: 409, body: { chargeId: first.body['id'] } });
      expect(second.body).not.toHaveProperty('attemptId');
    });

    it('makes one charge of twenty at once', async () => {
      const before = await countStreams();
      const body = { attemptIdempotencyKey: 'attempt-3' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => charge.create(body)));

      const made = answers.filter(({ status }) => status === 200);
      expect(made).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
      expect(await countStreams()).toBe(before + 1);
    });

    it('is replayed, not refused, under the Idempotency-Key of the first request', async () => {
      const body = { paymentMethod: 'PIX', attemptIdempotencyKey: 'attempt-4' };
      const first = await keyed('replayed-attempt', body);
      expect((await keyed('replayed-attempt', body)).text).toBe(first.text);
    });

    it('is free for another merchant', async () => {
      await charge.create({ attemptIdempotencyKey: 'attempt-5' });
      const token = await charge.token({ userId: 3003 });
      expect((await charge.create({ attemptIdempotencyKey: 'attempt-5' }, { token })).status).toBe(200);
    });
  });
});
