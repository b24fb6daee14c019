import { createTestDatabase, type TestDatabase } from '@repasse/chassis/testing/postgres';
import { freePort } from '@repasse/chassis/testing/free-port';
import { eventually } from '@repasse/chassis/testing/eventually';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeServices, composeText, type ComposeService, freshEnv, root } from './compose-file';
import { ComposedProcess, onThisMachine, readyTimeoutMs } from './composed-process';
import { describeWithKafka, kafkaStartTimeoutMs, startTestKafka, type TestKafka } from './kafka-for-tests';
import { expressions, metricsIn, metricsOf, prometheusConfigText, scrapedTargets } from './monitoring';
import { startProgram } from './started-program';

const services = composeServices(freshEnv());
const ours = services.filter(({ isOurs }) => isOurs);
/** The services that keep running; the others are deploy steps that end. */
const lasting = ours.filter(({ environment }) => environment['PORT'] !== undefined);
const addressOf = ({ name, environment }: ComposeService): string => `${name}:${environment['PORT'] ?? ''}`;
/** Where Prometheus reads it: a port that is not published, but for the simulated providers. */
const metricsAddressOf = ({ name, environment }: ComposeService): string =>
  `${name}:${environment['METRICS_PORT'] ?? environment['PORT'] ?? ''}`;

describe('docker-compose.yml', () => {
  it('has no default for a secret, except where it says that it opens nothing', () => {
    const defaults = [...composeText.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|TOKEN|ENCRYPTION_KEY)):-([^}]*)\}/g)];

    expect(defaults.filter(([, , value]) => !value?.startsWith('sandbox-only'))).toEqual([]);
  });

  it('asks for no variable that the .env of its first lines leaves out', () => {
    expect(() => composeServices(freshEnv())).not.toThrow();
    expect(() => composeServices({})).toThrow('nothing sets it');
  });

  it('names no address that does not exist', () => {
    const there = [...lasting.map(addressOf), 'kafka:9092', 'registry:8080'];
    const asked = ours.flatMap(({ environment }) =>
      Object.values(environment).flatMap((value) =>
        [...value.matchAll(/(?:https?:\/\/|^)([a-z-]+:\d+)(?!\w)/g)].map(([, host]) => host),
      ),
    );

    expect(asked.filter((host) => !there.includes(host ?? '') && !host?.startsWith('localhost'))).toEqual([]);
  });

  it('has Prometheus read every service of it', () => {
    expect(scrapedTargets('repasse').sort()).toEqual(lasting.map(metricsAddressOf).sort());
  });

  it('publishes no service that has more than callers may reach: they come through edge and console', () => {
    const published = ours.filter(({ hasPublicPort }) => hasPublicPort).map(({ name }) => name);

    expect(published).toEqual(['edge', 'console']);
  });

  it('publishes no port that metrics are read from', () => {
    const published = [...composeText.matchAll(/ports: \['([^']+)'\]/g)].map(([, ports = '']) =>
      ports.split(':').at(-1),
    );
    const read = lasting.filter(({ name }) => name !== 'provider-sandbox').map(metricsAddressOf);
    expect(read.filter((address) => published.includes(address.split(':').at(-1)))).toEqual([]);
  });
});

describeWithKafka('the services as docker-compose.yml starts them', () => {
  let kafka: TestKafka;
  const addresses = new Map<string, string>();
  /** By service; its migration step has the same. */
  const databases = new Map<string, TestDatabase>();
  const running = new Map<string, ComposedProcess>();
  const ports = new Map<string, string>();
  const metricsPorts = new Map<string, string>();

  const databaseUrlOf = async (name: string): Promise<string> => {
    const database = databases.get(name) ?? (await createTestDatabase(`compose_${name}`));
    databases.set(name, database);
    return database.url;
  };

  const start = async (service: ComposeService): Promise<ComposedProcess> => {
    const environment = onThisMachine(service, addresses);
    const port = ports.get(service.name);
    if (port !== undefined) environment['PORT'] = port;
    if (environment['GATEWAY_PORT'] !== undefined) environment['GATEWAY_PORT'] = String(await freePort());
    if (environment['METRICS_PORT'] !== undefined) environment['METRICS_PORT'] = metricsPorts.get(service.name) ?? '';
    if (environment['POSTGRES_URL'] !== undefined) {
      environment['POSTGRES_URL'] = await databaseUrlOf(service.name.replace('migrate-', ''));
    }
    // The server of the tests has a superuser, as which it makes the roles, and the databases without them.
    if (environment['ADMIN_POSTGRES_URL'] !== undefined)
      environment['ADMIN_POSTGRES_URL'] = process.env['TEST_POSTGRES_URL'] ?? '';
    if (environment['MIGRATION_POSTGRES_URL'] !== undefined) environment['MIGRATION_POSTGRES_URL'] = '';
    return new ComposedProcess(service.name, service.command, environment);
  };

  beforeAll(async () => {
    kafka = await startTestKafka();
    for (const service of lasting) {
      const port = String(await freePort());
      ports.set(service.name, port);
      addresses.set(addressOf(service), `127.0.0.1:${port}`);
      const metricsPort = service.environment['METRICS_PORT'] === undefined ? port : String(await freePort());
      metricsPorts.set(service.name, metricsPort);
      addresses.set(metricsAddressOf(service), `127.0.0.1:${metricsPort}`);
    }
    addresses.set('kafka:9092', kafka.brokers.join(','));
    addresses.set('http://registry:8080/apis/ccompat/v7', kafka.registryUrl);
  }, kafkaStartTimeoutMs);

  afterAll(async () => {
    await Promise.all([...running.values()].map((service) => service.stop()));
    await Promise.all([...databases.values()].map((database) => database.drop()));
    await kafka.stop();
  }, kafkaStartTimeoutMs);

  it.each(ours.filter((service) => !lasting.includes(service)))(
    'runs the deploy step $name, and again without complaint',
    async (step) => {
      for (const time of ['first', 'second']) {
        const process = await start(step);
        expect([time, await process.ending(), process.lastWords]).toEqual([time, 0, expect.stringContaining('there')]);
      }
    },
  );

  it(
    'brings every service to the point where it can do its work',
    async () => {
      for (const service of lasting) running.set(service.name, await start(service));

      await Promise.all([...running].map(([name, service]) => service.untilReady(ports.get(name) ?? '')));
    },
    readyTimeoutMs,
  );

  it.each(lasting.map(({ name }) => name))('measures %s under its own name', async (name) => {
    const { status, body } = (await running.get(name)?.get(metricsPorts.get(name) ?? '', '/metrics')) ?? {};

    expect(status).toBe(200);
    expect(body).toContain(`service="${name}"`);
  });

  it('measures everything that the alerts and the dashboard show', async () => {
    const pages = await Promise.all(
      [...running].map(([name, service]) => service.get(metricsPorts.get(name) ?? '', '/metrics')),
    );
    const measured = new Set(pages.flatMap(({ body }) => metricsOf(body)));

    const shown = new Set(expressions().flatMap(metricsIn));

    expect([...shown].filter((name) => !measured.has(name))).toEqual([]);
    expect(shown.size).toBeGreaterThan(15);
  });

  const prometheusIsHere = spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).status === 0;
  const itWithPrometheus = prometheusIsHere || process.env['CI'] === 'true' ? it : it.skip;
  if (!prometheusIsHere) process.stderr.write('Skipped: what needs Prometheus (Debian: prometheus).\n');

  itWithPrometheus('is read by a real Prometheus that takes our configuration and our rules', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'repasse-prometheus-'));
    const config = [...addresses].reduce(
      (text, [inside, outside]) => text.replace(`- ${inside}`, `- ${outside}`),
      prometheusConfigText,
    );
    writeFileSync(
      join(folder, 'prometheus.yml'),
      config.replace('[rules/*.yml]', `[${join(root, 'deploy/monitoring/rules/*.yml')}]`),
    );
    const prometheus = await startProgram({
      command: 'prometheus',
      args: (address) => [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=${address}`,
      ],
      readyPath: '/-/ready',
    });
    try {
      const healthy = async (): Promise<boolean> => {
        const answer = await fetch(`http://${prometheus.address}/api/v1/targets`);
        const { data } = (await answer.json()) as {
          data: { activeTargets: { health: string; labels: { job: string } }[] };
        };
        const services = data.activeTargets.filter(({ labels }) => labels.job === 'repasse');
        return services.length === lasting.length && services.every(({ health }) => health === 'up');
      };

      await eventually(healthy, { everyMs: 200 });
    } finally {
      await prometheus.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('stops every service without a fault when it is asked to', async () => {
    const endings = await Promise.all([...running].map(async ([name, service]) => [name, await service.stop()]));

    expect(Object.fromEntries(endings)).toEqual(Object.fromEntries(lasting.map(({ name }) => [name, 0])));
  });
});
