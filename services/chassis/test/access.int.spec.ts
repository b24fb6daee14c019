import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { followAccess, type Access } from '../src/auth/access/internal/follow-access';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { fakeClock } from '../src/testing/clock';
import { eventually } from '../src/testing/eventually';
import { exampleEvent } from '../src/testing/example-event';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { silentLog } from './samples';

const clock = fakeClock('2026-11-22T12:00:00Z');
let database: TestDatabase;
let db: Database;
let access: Access;
let replica: Access;

beforeAll(async () => {
  database = await createTestDatabase('access');
  db = openDatabase({ url: database.url, name: 'access-test' });
  await migrate(db, [chassisMigrations.access]);
  access = await followAccess({ db, clock, log: silentLog });
  replica = await followAccess({ db, clock, log: silentLog });
});

afterAll(async () => {
  await Promise.all([access.stop(), replica.stop()]);
  await db.close();
  await database.drop();
});

const at = '2026-11-22T11:00:00.000Z';
const issuedAt = at;
const suspended = (userId: number, suspendedAt = at) => event('repasse.user.suspended.v1', { userId, suspendedAt });
const activated = (userId: number) => event('repasse.user.activated.v1', { userId, activatedAt: at });
const keyRevoked = (clientId: string) => event('repasse.api_key.revoked.v1', { userId: 1, clientId, revokedAt: at });
const event = <T extends EventType>(type: T, data: Partial<EventData[T]>): AnyEvent =>
  exampleEvent(type, { key: 'any', position: 1, time: at, data });

const tell = async (...events: AnyEvent[]): Promise<void> => {
  await db.transaction((tx) => access.consumption.handle(events, tx));
  access.consumption.afterCommit?.(events);
};
const becomes = (userId: number, clientId: string, isRevoked: boolean): Promise<void> =>
  eventually(() => access.isRevoked({ userId, clientId, issuedAt }) === isRevoked).then(() => undefined);

describe('access that identity has taken back', () => {
  it('ends for a suspended user until they are active again', async () => {
    await tell(suspended(7));
    await becomes(7, 'key_a', true);
    expect(access.isRevoked({ userId: 8, clientId: 'key_b', issuedAt })).toBe(false);
    await tell(activated(7));
    await becomes(7, 'key_a', false);
  });

  it('ends for a revoked key and not for its user’s others', async () => {
    await tell(keyRevoked('key_c'));
    await becomes(9, 'key_c', true);
    expect(access.isRevoked({ userId: 9, clientId: 'key_d', issuedAt })).toBe(false);
  });

  it('goes by the last word of a batch', async () => {
    await tell(activated(10), suspended(10), suspended(11), activated(11));
    await becomes(10, 'key_e', true);
    expect(access.isRevoked({ userId: 11, clientId: 'key_e', issuedAt })).toBe(false);
  });

  it('is known to a replica that did not consume it, and to one that starts later', async () => {
    await tell(suspended(12));
    await eventually(async () => replica.isRevoked({ userId: 12, clientId: 'key_f', issuedAt }));

    const later = await followAccess({ db, clock, log: silentLog });
    expect(later.isRevoked({ userId: 12, clientId: 'key_f', issuedAt })).toBe(true);
    await later.stop();
  });

  it('needs no memory once every token from before has expired', async () => {
    await tell(suspended(13, '2026-11-21T10:00:00.000Z'), suspended(14));
    await becomes(14, 'key_g', true);
    expect(access.isRevoked({ userId: 13, clientId: 'key_g', issuedAt })).toBe(false);
  });
});
