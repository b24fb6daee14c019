import { createLogger } from '@repasse/chassis/log/logger';
import { fakeDatabase } from '@repasse/chassis/testing/fake-database';
import { createRecorder } from '../src/delivery/recorder';
import { endedAttempt, leasedDelivery } from './ended-attempt';

const log = createLogger({ service: 'test', level: 'silent' });

type Reply = 'kept' | 'lost' | Error;

const databaseIsAway = (): Error => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

/** A database that replies to groups of attempts as the test says, and keeps them ever after. */
const startRecorder = (...replies: readonly Reply[]) => {
  const left = [...replies];
  const groups: number[] = [];
  let observed = 0;
  let commits = 0;
  let recorded = 0;
  const db = fakeDatabase((_, params) => {
    const size = (JSON.parse(String(params[0])) as unknown[]).length;
    groups.push(size);
    const reply = left.shift() ?? 'kept';
    if (reply instanceof Error) throw reply;
    return [{ recorded: { kept: Array.from({ length: size }, () => reply === 'kept'), enqueued: null } }];
  });
  const recorder = createRecorder({
    db,
    log,
    metrics: { observe: () => void (observed += 1) },
    onCommitted: () => (commits += 1),
    onRecorded: () => (recorded += 1),
  });
  return { recorder, groups, counts: () => ({ observed, commits, recorded }) };
};

const attempt = (id: string, leaseLeftMs = 30_000) =>
  endedAttempt({ ...leasedDelivery(id), leaseEndsAtMs: performance.now() + leaseLeftMs });

describe('recording what came of tries', () => {
  it('goes at once when it is one, and together when they come while another is on its way', async () => {
    const { recorder, groups, counts } = startRecorder();

    await Promise.all(['a', 'b', 'c', 'd'].map((id) => recorder.record(attempt(id))));

    expect(groups).toEqual([1, 3]);
    expect(counts()).toEqual({ observed: 4, commits: 2, recorded: 4 });
  });

  it('counts nothing that was refused, because another holds the lease', async () => {
    const { recorder, counts } = startRecorder('lost');

    await recorder.record(attempt('a'));

    expect(counts()).toEqual({ observed: 0, commits: 1, recorded: 0 });
  });

  it('is told that it failed where a person waits for it', async () => {
    const { recorder } = startRecorder(databaseIsAway());

    await expect(recorder.record(attempt('a'))).rejects.toThrow('connect');
  });

  it('is tried again while the lease lasts, so that a database that restarts doubles no webhook', async () => {
    const { recorder, counts } = startRecorder(databaseIsAway(), databaseIsAway());

    await recorder.recordPatiently(attempt('a'));

    expect(counts()).toMatchObject({ observed: 1 });
  });

  it('is not tried beyond the lease, or when it cannot help', async () => {
    const away = startRecorder(databaseIsAway(), databaseIsAway());
    await expect(away.recorder.recordPatiently(attempt('a', 10))).rejects.toThrow('connect');
    expect(away.groups).toHaveLength(1);

    const broken = startRecorder(new Error('a mistake in the code'));
    await expect(broken.recorder.recordPatiently(attempt('a'))).rejects.toThrow('mistake');
  });
});
