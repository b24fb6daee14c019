import { randomIds } from '@repasse/chassis/ids';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type AnyEvent } from '@repasse/contracts';
import { event, eve, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const scope = 'payments:read';
const merchant = tokenOf(olga, 'CUSTOMER', scope);
const stranger = tokenOf(eve, 'CUSTOMER', scope);
const operator = tokenOf(1, 'OPERATOR', scope);
let service: RunningService;

interface Made {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly chargeId: string;
  readonly events: readonly AnyEvent[];
}

const dispute = (day: string, outcome?: 'won' | 'lost', userId = olga, respondBy?: string): Made => {
  const ulid = randomIds.ulid();
  const [disputeId, paymentId, chargeId] = [`dsp_${ulid}`, `pay_${ulid}`, `ch_${ulid}`];
  const data = { disputeId, paymentId, chargeId, attemptId: `att_${ulid}`, userId };
  const openedAt = `${day}T09:00:00.000Z`;
  const decidedAt = '2026-12-20T09:00:00.000Z';
  const opened = event('repasse.dispute.opened.v1', {
    key: paymentId,
    position: 1,
    at: '01.000',
    // Undefined takes the example's away.
    data: { ...data, openedAt, ...({ respondBy } as { respondBy: string }) },
  });
  if (outcome === undefined) return { disputeId, paymentId, chargeId, events: [opened] };
  const end = { key: paymentId, position: 2, at: '02.000', data: { ...data, decidedAt } };
  const ended = outcome === 'won' ? event('repasse.dispute.won.v1', end) : event('repasse.dispute.lost.v1', end);
  return { disputeId, paymentId, chargeId, events: [opened, ended] };
};

const open = dispute('2026-12-01');
const won = dispute('2026-12-02', 'won');
const lost = dispute('2026-12-03', 'lost');
const foreign = dispute('2026-12-04', undefined, eve);

beforeAll(async () => {
  service = await startService('disputes');
  await service.tell([open, won, lost, foreign].flatMap(({ events }) => events));
});
afterAll(() => service.stop());

const read = (path: string, token = merchant) => service.get(path, token);
const idsOf = async (query = '', token = merchant) =>
  ((await read(`/disputes${query}`, token)).body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('GET /disputes', () => {
  it('lists the caller’s, newest first, with their outcomes', async () => {
    const { body } = await read('/disputes');
    expect(body).toMatchObject({
      data: [
        {
          id: lost.disputeId,
          status: 'LOST',
          openedAt: '2026-12-03T09:00:00.000Z',
          decidedAt: '2026-12-20T09:00:00.000Z',
        },
        { id: won.disputeId, status: 'WON' },
        {
          id: open.disputeId,
          status: 'OPEN',
          amount: '100.00',
          chargeId: open.chargeId,
          reason: null,
          decidedAt: null,
        },
      ],
      pagination: { limit: 10, nextCursor: null },
    });
  });

  it('is limited by status, charge and time', async () => {
    expect(await idsOf('?status=WON')).toEqual([won.disputeId]);
    expect(await idsOf('?status=won')).toEqual([won.disputeId]);
    expect(await idsOf(`?chargeId=${open.chargeId}`)).toEqual([open.disputeId]);
    expect(await idsOf(`?chargeId=${foreign.chargeId}`)).toEqual([]);
    expect(await idsOf('?from=2026-12-02T09:00:00Z&to=2026-12-03T06:00:00-03:00')).toEqual([won.disputeId]);
    expect((await read('/disputes?status=LATE')).status).toBe(400);
    expect((await read('/disputes?cursor=made-up')).status).toBe(400);
  });

  it('goes on behind a cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await read(`/disputes?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const page = body as { data: { id: string }[]; pagination: { nextCursor: string | null } };
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
    }
    expect(seen).toEqual([lost.disputeId, won.disputeId, open.disputeId]);
  });

  it('shows staff all, or those of a user, and others only their own', async () => {
    expect(await idsOf('', operator)).toEqual([foreign, lost, won, open].map(({ disputeId }) => disputeId));
    expect(await idsOf(`?user_id=${eve}`, operator)).toEqual([foreign.disputeId]);
    for (const userId of [olga, eve]) expect((await read(`/disputes?user_id=${userId}`)).status).toBe(403);
    expect((await read('/disputes', tokenOf(olga))).status).toBe(403);
  });
});

describe('the answer to a dispute', () => {
  const ada = 77;
  const token = tokenOf(ada, 'CUSTOMER', scope);
  // Beside the present, which the service's clock is at.
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const due = (respondBy?: string): Made => dispute('2026-11-01', undefined, ada, respondBy);
  const [soon, later, overdue, timeless, answered] = [
    due(inHours(5)),
    due(inHours(50)),
    due(inHours(-5)),
    due(),
    due(),
  ];
  const told = [soon, later, overdue, timeless, answered];
  const say = (made: Made, type: 'evidence_added' | 'evidence_removed' | 'answered', position: number, other: object) =>
    event(`repasse.dispute.${type}.v1`, {
      ...{ key: made.paymentId, position, at: '03.000' },
      data: { disputeId: made.disputeId, paymentId: made.paymentId, chargeId: made.chargeId, userId: ada, ...other },
    });
  const answeredAt = '2026-11-02T09:00:00.000Z';

  beforeAll(() =>
    service.tell([
      ...told.flatMap(({ events }) => events),
      say(answered, 'evidence_added', 2, { evidenceCount: 1 }),
      say(answered, 'evidence_added', 3, { evidenceCount: 2 }),
      say(answered, 'evidence_removed', 4, { evidenceCount: 1 }),
      say(answered, 'answered', 5, { evidenceCount: 1, decision: 'CONTEST', answeredAt }),
    ]),
  );

  it('is shown with its evidence, and leaves the dispute open', async () => {
    expect((await read(`/disputes/${answered.disputeId}`, token)).body).toMatchObject({
      ...{ status: 'OPEN', decision: 'CONTEST', evidenceCount: 1, answeredAt, respondBy: null, decidedAt: null },
    });
    expect((await read(`/disputes/${soon.disputeId}`, token)).body).toMatchObject({
      ...{
        status: 'OPEN',
        decision: null,
        evidenceCount: 0,
        answeredAt: null,
        respondBy: expect.any(String) as string,
      },
    });
  });

  it('is waited for while there is time, what is due first standing first', async () => {
    const ids = (all: readonly Made[]): string[] => all.map(({ disputeId }) => disputeId);
    const urgent = '?isAwaitingAnswer=true&orderBy=RESPOND_BY';

    expect(await idsOf(urgent, token)).toEqual(ids([soon, later, timeless]));
    expect((await idsOf('?isAwaitingAnswer=false', token)).toSorted()).toEqual(ids([overdue, answered]).toSorted());
    const all = await idsOf('?orderBy=RESPOND_BY', token);
    expect(all.slice(0, 3)).toEqual(ids([overdue, soon, later]));
    expect(all.slice(3).toSorted()).toEqual(ids([timeless, answered]).toSorted());
  });

  it('is paged in either order, whose cursors are not each other’s', async () => {
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await read(
        `/disputes?orderBy=RESPOND_BY&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        token,
      );
      const page = body as { data: { id: string }[]; pagination: { nextCursor: string | null } };
      pages.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
      if (cursor !== null) expect((await read(`/disputes?cursor=${cursor}`, token)).status).toBe(400);
    }
    expect(pages).toEqual(await idsOf('?orderBy=RESPOND_BY', token));
    expect(new Set(pages).size).toBe(told.length);
  });

  it('is measured while a day is left', async () => {
    await eventuallyHolds(async () => expect(await service.metric('repasse_disputes_due_within_a_day')).toMatch(/ 1$/));
  });
});

describe('GET /disputes/{id}', () => {
  it('is for its merchant and staff', async () => {
    for (const token of [merchant, operator]) {
      expect(await read(`/disputes/${won.disputeId}`, token)).toMatchObject({ status: 200, body: { status: 'WON' } });
    }
    const notFound = { status: 404, body: { code: 'dispute.not_found' } };
    expect(await read(`/disputes/${won.disputeId}`, stranger)).toMatchObject(notFound);
    expect(await read('/disputes/dsp_1')).toMatchObject(notFound);
  });
});

it('is the same after a rebuild', async () => {
  const before = (await service.contents())['disputes'];
  await service.rebuild();
  expect((await service.contents())['disputes']).toEqual(before);
});
