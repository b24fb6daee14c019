import { type Database } from '@repasse/chassis/postgres/database';
import { type AnyEvent } from '@repasse/contracts';
import { readOwner, readSubjectTimeline, readTimeline } from '../src/store/timeline';
import { event, eve, olga, paidStory, type Story } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('timeline');
});
afterAll(() => service.stop());

interface Timeline {
  readonly chargeId: string;
  readonly entries: readonly {
    readonly type: string;
    readonly at: string;
    readonly text: string;
    readonly position: number;
  }[];
}

const timelineOf = async (chargeId: string, token = tokenOf(olga), query = ''): Promise<Timeline> => {
  const answer = await service.get(`/charge/${chargeId}/timeline${query}`, token);
  expect(answer.status).toBe(200);
  return answer.body as Timeline;
};
const toldTypes = (events: readonly AnyEvent[]) => events.map(({ type }) => type);

describe('the timeline of a charge', () => {
  it('shows every service’s events of it, in order of time', async () => {
    const story = paidStory();
    await service.tell(story.inOrder);

    const { chargeId, entries } = await timelineOf(story.chargeId);

    expect(chargeId).toBe(story.chargeId);
    expect(entries.map(({ type }) => type)).toEqual(toldTypes(story.inOrder));
    expect(entries.map(({ text }) => text)).toContain('Paid by PIX: 100.00 BRL.');
    expect(entries[0]).toMatchObject({
      at: '2026-11-21T12:00:00.000Z',
      position: 1,
      source: 'repasse/charge',
      details: { chargeId: story.chargeId, grossAmountMinor: 10_000 },
    });
  });

  it.each<[string, (story: Story) => AnyEvent[]]>([
    ['the payment before the charge', (s) => [...s.payment, ...s.charge, ...s.settlement, ...s.webhook]],
    ['the webhook first and the charge last', (s) => [...s.webhook, ...s.settlement, ...s.payment, ...s.charge]],
  ])('is the same when the topics arrive with %s', async (_order, arrange) => {
    const story = paidStory();
    await service.tell(arrange(story));

    const { entries } = await timelineOf(story.chargeId);
    expect(entries.map(({ type }) => type)).toEqual(toldTypes(story.inOrder));
  });

  it('is the owner’s as soon as any service has spoken of the charge', async () => {
    const story = paidStory();
    await service.tell(story.payment.slice(0, 1));

    expect((await timelineOf(story.chargeId)).entries).toHaveLength(1);
  });

  it('shows each event once, however often it comes', async () => {
    const story = paidStory();
    const twice = story.inOrder.flatMap((each) => [each, each]);
    await service.tell([...twice, ...story.inOrder]);
    await service.tell(paidStory().inOrder);

    expect((await timelineOf(story.chargeId)).entries).toHaveLength(story.inOrder.length);
  });

  it('can be asked for as of a moment', async () => {
    const story = paidStory();
    await service.tell(story.inOrder);

    const asOf = async (at: string) => (await timelineOf(story.chargeId, tokenOf(olga), `?at=${at}`)).entries.length;
    expect(await asOf('2026-11-21T12:00:01Z')).toBe(4);
    expect(await asOf('2026-11-21T09:00:10.000-03:00')).toBe(5);
    expect(await asOf('2026-11-21T11:59:59Z')).toBe(0);
  });

  it('leaves out payments that belong to no charge', async () => {
    const story = paidStory();
    const alone = event('repasse.payment.requested.v1', {
      key: 'pay_alone',
      position: 1,
      at: '01.000',
      data: { chargeId: null, attemptId: null },
    });
    await service.tell([...story.charge, alone]);

    expect((await timelineOf(story.chargeId)).entries).toHaveLength(story.charge.length);
  });
});

describe('a caller of a timeline', () => {
  let chargeId: string;
  beforeAll(async () => {
    const story = paidStory();
    chargeId = story.chargeId;
    await service.tell(story.inOrder);
  });

  it.each([
    ['its owner', () => tokenOf(olga), 200],
    ['an operator', () => tokenOf(1, 'OPERATOR'), 200],
    ['an admin', () => tokenOf(1, 'ADMIN'), 200],
    ['another merchant', () => tokenOf(eve), 404],
    ['a recipient of a share', () => tokenOf(1003), 404],
    ['a key without the scope', () => tokenOf(olga, 'CUSTOMER', 'balance:read'), 403],
    ['a forged token', () => 'forged', 401],
    ['no token', () => undefined, 401],
  ])('is answered as %s should be', async (_who, token, status) => {
    const answer = await service.get(`/charge/${chargeId}/timeline`, token());

    expect(answer.status).toBe(status);
  });

  it('learns nothing of charges that are not there', async () => {
    const absent = await service.get('/charge/ch_nothing/timeline', tokenOf(olga));
    const foreign = await service.get(`/charge/${chargeId}/timeline`, tokenOf(eve));

    expect([absent, foreign].map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [404, 'charge.not_found'],
      [404, 'charge.not_found'],
    ]);
  });

  it('is refused when the requested moment is none', async () => {
    const answer = await service.get(`/charge/${chargeId}/timeline?at=noon`, tokenOf(olga));

    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});

describe('the timeline in a large archive', () => {
  it.each([
    ['a charge', (db: Database) => readTimeline(db, 'ch_1', undefined), 'chargeId'],
    ['a payment or a withdrawal', (db: Database) => readSubjectTimeline(db, 'pay_1', undefined), 'withdrawalId'],
    ['the owner of a charge', (db: Database) => readOwner(db, 'ch_1'), 'chargeId'],
  ])('is found by its index: %s', async (_of, read, indexed) => {
    const plan = await service.db.transaction(async (tx) => {
      // The archive of a test is so small that reading all of it is cheaper.
      await tx.query('set local enable_seqscan = off');
      const explained: string[] = [];
      const query = async (sql: string, values?: readonly unknown[]) => {
        explained.push(JSON.stringify(await tx.query(`explain ${sql}`, values)));
        return [];
      };
      await read({ query } as unknown as Database);
      return explained.join();
    });

    // In each month of the archive.
    expect(plan.match(new RegExp(`Index Cond: [^"]*'${indexed}'`, 'g'))?.length).toBeGreaterThan(1);
    expect(plan).not.toMatch(/Seq Scan|Filter: [^"]*'chargeId'/);
  });
});
