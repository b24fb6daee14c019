import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, type Session } from '@repasse/chassis/postgres/session';
import { eventually } from '@repasse/chassis/testing/eventually';
import { freePort } from '@repasse/chassis/testing/free-port';
import { baseBackups } from '../backup/base-backups';
import { prune } from '../backup/prune';
import { restore } from '../backup/restore';
import { takeBackup } from '../backup/take';
import { startPostgres, type LocalPostgres } from '../local/postgres';
import { loadSecrets } from '../local/secrets';
import { writeStackFile, type StackFile } from '../local/stack-file';

const testTimeoutMs = 120_000;
const databases = ['repasse_one', 'repasse_two'] as const;

describe('a backup and the return to a moment', () => {
  const place = mkdtempSync(join(tmpdir(), 'repasse-backup-'));
  const dataDir = join(place, "data of 100% o'clock");
  const archiveDir = join(place, "archive of 100% o'clock");
  let server: LocalPostgres | undefined;

  beforeAll(() => {
    chmodSync(place, 0o755);
    mkdirSync(dataDir);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(place, { recursive: true });
  });

  const start = async (archive: string | null = archiveDir): Promise<void> => {
    const password = loadSecrets(dataDir).postgresPassword;
    server = await startPostgres({
      ...{ dataDir, password, archiveDir: archive },
      ...{ port: await freePort(), onDied: () => undefined },
    });
    writeStackFile(dataDir, { postgresUrl: server.url } as StackFile);
  };

  const stop = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };

  const inDatabase = async <T>(database: string, work: (session: Session) => Promise<T>): Promise<T> => {
    const session = await openSession({ url: `${server?.url ?? ''}/${database}`, name: 'test' });
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  };

  /** Writes the same word into both databases, and returns a moment after which nothing of it is missing. */
  const write = async (word: string): Promise<Date> => {
    for (const database of databases) {
      await inDatabase(database, (session) => session.query('insert into words values ($1)', [word]));
    }
    return inDatabase('postgres', async (session) => {
      const [row] = await session.query<{ now: string }>('select clock_timestamp() as now');
      return new Date(Date.parse(row?.now ?? '') + 1);
    });
  };

  const words = (): Promise<readonly (readonly string[])[]> =>
    Promise.all(
      databases.map((database) =>
        inDatabase(database, async (session) =>
          (await session.query<{ word: string }>('select word from words order by word')).map(({ word }) => word),
        ),
      ),
    );

  /** The last archived file holds everything that was written before. */
  const archived = (): Promise<unknown> =>
    inDatabase('postgres', async (session) => {
      const [row] = await session.query<{ wal: string }>('select pg_walfile_name(pg_switch_wal()) as wal');
      return eventually(() =>
        Promise.resolve(readdirSync(join(archiveDir, 'wal')).includes(`${row?.wal ?? ''}.gz`) || undefined),
      );
    });

  it(
    'is refused without the write-ahead log of its time',
    async () => {
      await start(null);

      await expect(takeBackup(dataDir, archiveDir)).rejects.toThrow('The write-ahead log is not archived in');
      await stop();
      await expect(restore({ dataDir, archiveDir, at: null, timeline: null })).rejects.toThrow('holds no backup');
    },
    testTimeoutMs,
  );

  it(
    'takes all databases to the same moment, and keeps the files of before',
    async () => {
      await start();
      for (const database of databases) {
        await inDatabase('postgres', (session) => session.query(`create database ${database}`));
        await inDatabase(database, (session) => session.query('create table words (word text not null)'));
      }
      await write('before the backup');
      const backup = await takeBackup(dataDir, archiveDir);
      expect(baseBackups(archiveDir)).toEqual([backup]);
      const moment = await write('after the backup');
      await write('after the moment');
      await stop();

      const restored = await restore({ dataDir, archiveDir, at: moment, timeline: null });
      expect(restored.stoppedAt).toContain('last completed transaction was at');
      expect(readdirSync(restored.keptIn ?? '')).toContain('PG_VERSION');
      await start();

      expect(await words()).toEqual(databases.map(() => ['after the backup', 'before the backup']));
    },
    testTimeoutMs,
  );

  it(
    'is refused while the server runs, to a moment before the first copy, and to one that the archive does not reach',
    async () => {
      const before = { dataDir, archiveDir, timeline: null, at: new Date('2020-01-01T00:00:00Z') };
      await expect(restore(before)).rejects.toThrow('holds no backup that ended before that moment');
      await stop();

      const ahead = { ...before, at: new Date('2099-01-01T00:00:00Z') };
      await expect(restore(ahead)).rejects.toThrow('recovery ended before configured recovery target was reached');
      // Everything is as it was.
      await start();
      expect((await words())[0]).toHaveLength(2);
      await stop();
    },
    testTimeoutMs,
  );

  it(
    'goes to the end of the archive without a moment, also after an earlier return and on an empty machine',
    async () => {
      await restore({ dataDir, archiveDir, at: null, timeline: null });
      await start();
      await write('after the return');
      await archived();
      await stop();
      rmSync(join(dataDir, 'postgres'), { recursive: true });

      expect((await restore({ dataDir, archiveDir, at: null, timeline: null })).keptIn).toBeNull();
      await start();

      const kept = ['after the backup', 'after the return', 'before the backup'];
      expect(await words()).toEqual(databases.map(() => kept));
    },
    testTimeoutMs,
  );

  it(
    'is deleted with the log that only it needed, but never the last one',
    async () => {
      const walFiles = () => readdirSync(join(archiveDir, 'wal')).filter((name) => !name.includes('history'));
      const [first] = baseBackups(archiveDir);
      const second = await takeBackup(dataDir, archiveDir);

      expect(prune(archiveDir, 1)).toEqual([first]);
      expect(prune(archiveDir, 1)).toEqual([]);
      expect(walFiles().every((name) => name.slice(8, 24) >= second.startWal.slice(8))).toBe(true);
      await write('after the second');
      await archived();
      await stop();
      await restore({ dataDir, archiveDir, at: null, timeline: null });
      await start();
      expect((await words())[0]).toContain('after the second');
    },
    testTimeoutMs,
  );
});
