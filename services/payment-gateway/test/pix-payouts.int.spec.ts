import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { holder, idEnvioOf, type PixPayouts, startPixPayouts, toAccount, toKey } from './support/pix-payouts';

const begun = ['requested', 'confirming'];
const all = [...begun, 'settled'];
const secondMs = 1_000;

let clock: FakeClock;
let world: PixPayouts;

beforeAll(async () => {
  clock = fakeClock('2026-11-20T15:00:00.000Z');
  world = await startPixPayouts(clock);
  await eventually(async () => (await world.bank.webhookOf('7d9f0335-8dcc-4054-9bf9-0dbd61d36906')) !== undefined);
});
afterAll(() => world.stop());
beforeEach(async () => {
  for (const operation of ['send_pix', 'get_sent', 'get_balance'] as const) world.bank.always(operation, undefined);
  await world.bank.sendsBecome('pending');
  await world.bank.haveFunds('100000.00');
  world.destinationIs(toKey);
});

/** Moves the clock in small steps until something holds. */
const inTime = (probe: () => boolean | Promise<boolean>): Promise<unknown> =>
  eventually(
    async () => {
      clock.advance(5 * secondMs);
      return probe();
    },
    { timeoutMs: 15_000 },
  );
const statusOf = async (withdrawalId: string): Promise<string | undefined> => {
  const sql = 'select status from payouts where withdrawal_id = $1';
  const [row] = await world.gateway.db.query<{ status: string }>(sql, [withdrawalId]);
  return row?.status;
};
const comesTo = (withdrawalId: string, status: string) => inTime(async () => (await statusOf(withdrawalId)) === status);
const sent = (withdrawalId: string) => world.bank.sent(idEnvioOf(withdrawalId));
const isSent = (withdrawalId: string) => inTime(async () => (await sent(withdrawalId)) !== undefined);
/** The bank ends what is under way. */
const ends = async (withdrawalId: string, outcome: 'settled' | 'failed' = 'settled') => {
  await world.bank.sendsBecome(outcome);
  await eventually(async () => (await sent(withdrawalId))?.status !== 'EM_PROCESSAMENTO');
};
const paid = async (): Promise<string> => {
  const withdrawalId = await world.withdraw();
  await isSent(withdrawalId);
  await ends(withdrawalId);
  await comesTo(withdrawalId, 'paid');
  return withdrawalId;
};

describe('a withdrawal by PIX', () => {
  it('is sent under its own id, less its fee, with the holder’s document, and published at each step', async () => {
    const withdrawalId = await world.withdraw();
    const [requested] = await world.expectPublished(withdrawalId, begun);
    expect(requested?.data).toMatchObject({ rail: 'PIX', payoutMinor: 49_800, provider: 'PIX_BCB' });
    expect(await sent(withdrawalId)).toMatchObject({
      amountMinor: 49_800,
      favorecido: { chave: holder.document, cpf: holder.document },
    });
    await ends(withdrawalId);
    expect(await world.callBack(withdrawalId)).toBe(200);

    const { endToEndId } = (await sent(withdrawalId)) ?? {};
    const events = await world.expectPublished(withdrawalId, all);
    const providerReference = idEnvioOf(withdrawalId);
    expect(events.at(-1)?.data).toMatchObject({ endToEndId, providerReference, payAmount: '498.00' });
    expect(JSON.stringify(events)).not.toMatch(/52998224725|Ana Souza/);
  });

  it('to an account of another holder is sent with that holder’s name and document', async () => {
    const other = { name: 'Josefina Quartzo', document: '11144477735' };
    world.destinationIs({ ...toAccount('7654321'), holder: other, isHolderAllowed: true });
    const withdrawalId = await paid();
    const contaBanco = { nome: other.name, cpf: other.document, conta: '7654321' };
    expect(await sent(withdrawalId)).toMatchObject({ favorecido: { contaBanco } });
    const events = await world.expectPublished(withdrawalId, all);
    expect(JSON.stringify(events)).not.toMatch(/11144477735|Josefina/);
  });

  it('leaves no key, name or document in the records of calls', async () => {
    await paid();
    world.destinationIs(toAccount('7654321'));
    await paid();
    const kept = await eventually(async () => {
      const sql = `select * from provider_calls where operation = 'send_pix' order by call_id`;
      const rows = await world.gateway.db.query(sql);
      return rows.length >= 2 && rows;
    });

    expect(JSON.stringify(kept)).not.toMatch(/52998224725|Ana Souza|7654321/);
  });

  it.each([
    ['is removed', { ...toKey, isRemoved: true }, 'The destination was removed.'],
    ['does not exist', null, 'There is no such destination.'],
    ['is of another user', { ...toKey, userId: 7 }, 'The destination is of another user.'],
    ['is of a holder whom the terms do not allow', { ...toKey, isHolderAllowed: false }, 'The merchant’s terms allow'],
    ['is a key of another holder', { ...toKey, holder: { ...holder, document: '11144477735' } }, 'The PIX key is of'],
  ])('fails when its destination %s', async (_, destination, failure) => {
    world.destinationIs(destination);
    const withdrawalId = await world.withdraw();
    const events = await world.expectPublished(withdrawalId, ['requested', 'failed']);

    expect(events.at(-1)?.data).toMatchObject({ failure: expect.stringContaining(failure) as string });
    expect(await sent(withdrawalId)).toBeUndefined();
  });

  it('that the receiver’s bank refuses later fails, with the code of the banks', async () => {
    world.destinationIs(toAccount('1234999'));
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    await ends(withdrawalId);
    await world.callBack(withdrawalId);

    const events = await world.expectPublished(withdrawalId, [...begun, 'failed']);
    expect(events.at(-1)?.data).toMatchObject({ failure: expect.stringContaining('AC03') as string });
  });

  it('waits while identity does not answer', async () => {
    world.destinationIs(undefined);
    const withdrawalId = await world.withdraw();
    const waiting = 'repasse_payout_steps_total{provider="PIX_BCB",outcome="destination_unavailable"';
    await eventually(async () => (await world.gateway.metric(waiting)) !== '');
    expect(await statusOf(withdrawalId)).toBe('requested');
    world.destinationIs(toKey);

    await isSent(withdrawalId);
  });
});

describe('an answer that is lost', () => {
  it.each([
    ['silence', { kind: 'silent', isDone: false }],
    ['silence after acting', { kind: 'silent', isDone: true }],
    ['a cut connection', { kind: 'cut', isDone: false }],
    ['a cut connection after acting', { kind: 'cut', isDone: true }],
    ['500 after acting', { kind: 'answer', status: 500, body: { nome: 'erro_aplicacao' }, isDone: true }],
    ['503', { kind: 'answer', status: 503, body: '', isDone: false }],
    ['a refusal after acting', { kind: 'answer', status: 400, body: { nome: 'chave_invalida' }, isDone: true }],
    ['409 after acting', { kind: 'answer', status: 409, body: { nome: 'id_envio_duplicado' }, isDone: true }],
  ] as const)('by %s leads to one payment and no refund', async (_, treatment) => {
    const before = await world.bank.sentCount();
    world.bank.next('send_pix', treatment);
    const withdrawalId = await world.withdraw();
    await comesTo(withdrawalId, 'processing');
    await ends(withdrawalId);
    await comesTo(withdrawalId, 'paid');

    expect((await world.bank.sentCount()) - before).toBe(1);
    await world.expectPublished(withdrawalId, all);
  });

  it('is not concluded from while reads are silent, and nothing is given back', async () => {
    world.bank.always('get_sent', { kind: 'answer', status: 503, body: '', isDone: false });
    world.bank.next('send_pix', { kind: 'cut', isDone: true });
    const withdrawalId = await world.withdraw();
    const asked = world.bank.count('get_sent');
    await inTime(() => world.bank.count('get_sent') > asked + 2);
    expect(await statusOf(withdrawalId)).toBe('prepared');
    expect(await world.bank.sent(idEnvioOf(withdrawalId))).toBeDefined();
    world.bank.always('get_sent', undefined);

    await comesTo(withdrawalId, 'processing');
  });

  it('lets a late refusal stand only when nothing earlier can be on its way any more', async () => {
    const refusal = { kind: 'answer', status: 400, body: { nome: 'chave_invalida' }, isDone: false } as const;
    world.bank.next('send_pix', { kind: 'cut', isDone: false });
    world.bank.always('send_pix', refusal);
    const withdrawalId = await world.withdraw();
    const asked = world.bank.count('send_pix');
    await inTime(() => world.bank.count('send_pix') > asked + 1);
    expect(await statusOf(withdrawalId)).toBe('prepared');

    await comesTo(withdrawalId, 'failed');
  });
});

describe('an account that covers less than is due', () => {
  it('makes payouts wait, is told, and goes on once it is filled', async () => {
    await world.bank.haveFunds('400.00');
    const withdrawalId = await world.withdraw();
    await eventually(async () =>
      (await world.gateway.metric('repasse_payout_funding_missing_minor{')).endsWith(' 9800'),
    );
    expect(await statusOf(withdrawalId)).toBe('requested');
    const token = await world.gateway.token({ scopes: ['payments:read'], profile: 'OPERATOR' });
    const { status, body } = await world.gateway.call('GET', '/payouts/funding', { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ balanceMinor: 40_000, dueMinor: 49_800, missingMinor: 9_800 });
    await world.bank.haveFunds('498.00');

    await isSent(withdrawalId);
  });
});

describe('runs of scheduled payouts', () => {
  const none = { runningMinor: 0, expectedMinor: 0, nextRunAt: null, missingMinor: 0 };
  const nextRunAt = '2026-11-20T21:00:00.000Z';
  const fundingNow = async () => {
    const token = await world.gateway.token({ scopes: ['payments:read'], profile: 'OPERATOR' });
    return (await world.gateway.call('GET', '/payouts/funding', { token })).body;
  };
  afterEach(() => world.gateway.ledger.runsNeed(none));

  it('that are to come are part of what is missing, and nothing waits for them', async () => {
    await world.bank.haveFunds('600.00');
    world.gateway.ledger.runsNeed({ ...none, expectedMinor: 100_000, nextRunAt });

    // What was sent last is due until it is written down that the bank has it.
    await eventuallyHolds(async () => {
      const needed = { dueMinor: 0, expectedMinor: 100_000, nextRunAt, missingMinor: 40_000 };
      expect(await fundingNow()).toMatchObject(needed);
      expect(await world.gateway.metric('repasse_payout_funding_missing_minor{')).toMatch(/ 40000$/);
    });
    await isSent(await world.withdraw());
  });

  it('that have begun wait as a whole for an account that covers a part of them', async () => {
    await world.bank.haveFunds('600.00');
    world.gateway.ledger.runsNeed({ ...none, runningMinor: 20_000 });
    const withdrawalId = await world.withdraw();
    await eventually(async () =>
      (await world.gateway.metric('repasse_payout_funding_missing_minor{')).endsWith(' 9800'),
    );
    expect(await statusOf(withdrawalId)).toBe('requested');

    await world.bank.haveFunds('698.00');
    await isSent(withdrawalId);
  });

  it('hold up nothing while the ledger cannot be asked', async () => {
    await world.bank.haveFunds('498.00');
    world.gateway.ledger.runsNeed(null);

    await isSent(await world.withdraw());
  });
});

describe('money that comes back', () => {
  const back = [...all, 'returned'];

  it('is recorded once for each transfer, however often it is told, until all of it is back', async () => {
    const withdrawalId = await paid();
    await world.bank.sendBack(idEnvioOf(withdrawalId), '98.00', 'MD06 Ana Souza pediu');
    await world.callBack(withdrawalId, 'DEVOLUCAO');
    const [, , , first] = await world.expectPublished(withdrawalId, back);
    expect(first?.data).toMatchObject({ returnedMinor: 9_800, returnedTotalMinor: 9_800, returnReason: 'MD06' });
    expect(await statusOf(withdrawalId)).toBe('paid');
    await world.callBack(withdrawalId, 'DEVOLUCAO');
    await world.bank.sendBack(idEnvioOf(withdrawalId), '400.00');
    await world.callBack(withdrawalId, 'DEVOLUCAO');

    const events = await world.expectPublished(withdrawalId, [...back, 'returned']);
    expect(events.at(-1)?.data).toMatchObject({ returnedMinor: 40_000, returnedTotalMinor: 49_800 });
    await eventually(async () => (await statusOf(withdrawalId)) === 'returned');
  });

  it('is found without a callback', async () => {
    const withdrawalId = await paid();
    await world.bank.sendBack(idEnvioOf(withdrawalId), '498.00');
    clock.advance(60 * 60 * secondMs);

    await world.expectPublished(withdrawalId, back);
  });
});
