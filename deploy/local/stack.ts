import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeDataDir } from './data-dir';
import { migrateServices } from './migrate-services';
import { type StackOptions } from './options';
import { portPlan, takenPorts, type PortName, type PortPlan } from './port-plan';
import { startPostgres } from './postgres';
import { untilAllReady } from './readiness';
import { loadSecrets } from './secrets';
import { seed } from './seed';
import { seedPerson } from './seed-person';
import { consolePlan, edgePlan, servicePlan, type PlanInput } from './service-plan';
import { removeStackFile, writeStackFile, type StackFile } from './stack-file';
import { SupervisedProcess, type OnDied } from './supervised-process';

/** Said to a person in one line, without a stack trace. */
export class StartError extends Error {}

export interface Stack {
  readonly file: StackFile;
  readonly processes: ReadonlyMap<string, SupervisedProcess>;
  readonly stop: () => Promise<void>;
}

type Stop = () => Promise<void> | void;

/** Starts the whole system on one machine; whatever was started is stopped again when a later part fails. */
export const startStack = async (
  options: StackOptions,
  report: (line: string) => void,
  onDied: OnDied,
): Promise<Stack> => {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const { file, processes } = await startParts(options, report, onDied, stops);
    return { file, processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const startParts = async (options: StackOptions, report: (line: string) => void, onDied: OnDied, stops: Stop[]) => {
  const { dataDir } = options;
  stops.push(takeDataDir(dataDir));
  // Only the runner that holds the folder removes the file: another one's system may be running on it.
  stops.push(() => removeStackFile(dataDir));
  if (options.isReset) clear(dataDir);
  const ports = portPlan(options.portBase);
  await refuseTakenPorts(ports, options.isKafka);
  const secrets = loadSecrets(dataDir);

  report('Starting PostgreSQL …');
  const postgres = await startPostgres({
    ...{ dataDir, onDied, port: ports.postgres, password: secrets.postgresPassword, archiveDir: options.archiveDir },
  });
  stops.push(postgres.stop);
  const ownKafka = options.isKafka ? await startKafkaBus({ dataDir, ports, report, onDied, stops }) : undefined;
  const kafka = options.givenKafka ?? ownKafka;

  const input: PlanInput = {
    ports,
    postgresUrlOf: postgres.urlOf,
    secrets,
    kafka,
    dataDir,
    hasVerifier: options.hasVerifier,
  };
  const processes =
    options.isWithoutServices === true ? [] : await startServices(input, postgres.url, report, onDied, stops);

  const urls = { baseUrl: local(ports.edge), sandboxUrl: local(ports['provider-sandbox']) };
  const users = processes.length === 0 ? noUsers : await seedUsers({ ...urls, secrets, dataDir }, ports);
  const file: StackFile = {
    ...urls,
    gatewayBaseUrl: local(ports.gateway),
    checkoutUrl: `${urls.baseUrl}/checkout`,
    consoleUrl: local(ports.console),
    postgresUrl: postgres.url,
    kafkaBrokers: kafka?.brokers ?? null,
    schemaRegistryUrl: kafka?.registryUrl ?? null,
    ...users,
    admin: { clientId: secrets.adminClientId, clientSecret: secrets.adminClientSecret },
    services: Object.fromEntries(
      processes.map(({ spec }) => [spec.name, `http://localhost:${spec.env['PORT'] ?? ''}`]),
    ),
    metrics: {
      repasse: processes.map(({ spec: { env } }) => `localhost:${env['METRICS_PORT'] ?? env['PORT'] ?? ''}`),
      ...(kafka && { kafka: [`localhost:${String(ports['kafka-metrics'])}`] }),
    },
  };
  writeStackFile(dataDir, file);
  return { file, processes: new Map(processes.map((process) => [process.spec.name, process])) };
};

/** Without services nobody can be asked who the demo's merchant is. */
const noUsers: Pick<StackFile, 'merchant' | 'recipients' | 'person'> = {
  merchant: { userId: 0, email: '', clientId: '', clientSecret: '', webhookSecret: '' },
  recipients: [],
  person: { email: '', password: '' },
};

const seedUsers = async (options: Parameters<typeof seed>[0], ports: PortPlan) => {
  const seeded = await seed(options);
  const { baseUrl, sandboxUrl, secrets, dataDir } = options;
  const identityUrl = local(ports.identity);
  return {
    ...seeded,
    person: await seedPerson({ baseUrl, identityUrl, sandboxUrl, secrets, dataDir }, seeded.merchant.userId),
  };
};

/** Resolves when all of them are ready. */
const startServices = async (
  input: PlanInput,
  serverUrl: string,
  report: (line: string) => void,
  onDied: OnDied,
  stops: Stop[],
): Promise<readonly SupervisedProcess[]> => {
  const plan = servicePlan(input);
  await migrateServices(plan, { postgresUrl: serverUrl, secrets: input.secrets });

  report('Starting the services …');
  const services = plan.map((spec) => new SupervisedProcess(spec, onDied));
  const fronts = [consolePlan(input), edgePlan(input)].map((spec) => new SupervisedProcess(spec, onDied));
  const processes = [...services, ...fronts];
  stops.push(() => stopProcesses(fronts, services));
  for (const process of processes) process.start();
  await untilAllReady(
    processes.map(({ spec }) => spec),
    report,
  );
  return processes;
};

/** Console and edge first, so that nothing new comes in while the services drain, which they do side by side. */
const stopProcesses = async (
  fronts: readonly SupervisedProcess[],
  services: readonly SupervisedProcess[],
): Promise<void> => {
  for (const front of fronts) await front.stop();
  await Promise.all(services.map((service) => service.stop()));
};

const local = (port: number) => `http://localhost:${String(port)}`;

const clear = (dataDir: string): void => {
  // Named one by one: a wrong --data must not empty a foreign folder.
  const ours = [
    'postgres',
    'kafka',
    'registry',
    'logs',
    'secrets',
    'secrets.json',
    'merchant-key.json',
    'person.json',
    'stack.json',
  ];
  for (const name of ours) rmSync(join(dataDir, name), { recursive: true, force: true });
};

const refuseTakenPorts = async (ports: PortPlan, isKafka: boolean): Promise<void> => {
  const names = (Object.keys(ports) as PortName[]).filter(
    (name) => isKafka || !['kafka', 'kafka-metrics', 'registry'].includes(name),
  );
  const taken = await takenPorts(ports, names);
  if (taken.length > 0) throw new StartError(taken.join('\n'));
};

interface KafkaBus {
  readonly dataDir: string;
  readonly ports: PortPlan;
  readonly report: (line: string) => void;
  readonly onDied: OnDied;
  readonly stops: Stop[];
}

const startKafkaBus = async ({ dataDir, ports, report, onDied, stops }: KafkaBus) => {
  report('Starting Kafka and the schema registry (the first time they are fetched, which takes a while) …');
  // Loaded here, since Kafka's client would be most of what the runner keeps in memory.
  const { startBroker } = await import('./broker.ts');
  return startBroker({ dataDir, ports, onDied, onStarted: (stop) => stops.push(stop) });
};
