import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { portPlan } from '../../deploy/local/port-plan';
import { startPostgres, type LocalPostgres } from '../../deploy/local/postgres';
import { projectRoot } from '../../deploy/local/project-root';
import { waitUntilReady } from '../../deploy/local/readiness';
import { migrationUrl, rolesOf } from '../../deploy/local/roles';
import { loadSecrets } from '../../deploy/local/secrets';
import { seed } from '../../deploy/local/seed';
import { edgePlan, serviceNames, servicePlan, type PlanInput } from '../../deploy/local/service-plan';
import { type StackFile } from '../../deploy/local/stack-file';
import { SupervisedProcess, type ProcessSpec } from '../../deploy/local/supervised-process';
import { applyRoles } from '../../deploy/postgres/roles';
import { freePortBase } from '../support/free-port-base';

export type Release = 'previous' | 'this';

/** The simulated world is no part of a release: it goes on as it is. */
const world = 'provider-sandbox';

/** An installation whose services are of either release, on one database. */
export class TwoReleases {
  private readonly dataDir = newDataDir();
  private readonly processes = new Map<string, SupervisedProcess>();
  /** Deaths that nobody asked for. */
  readonly deaths: string[] = [];
  private postgres: LocalPostgres | undefined;
  private input: PlanInput | undefined;
  private stackFile: StackFile | undefined;

  constructor(private readonly previousRoot: string) {}

  get file(): StackFile {
    if (this.stackFile === undefined) throw new Error('The installation is not seeded.');
    return this.stackFile;
  }

  /** All that is replaced by an upgrade, the edge included. */
  readonly replaced: readonly string[] = [...serviceNames.filter((name) => name !== world), 'edge'];

  /** The database and the simulated world; no service yet. */
  async start(): Promise<void> {
    const ports = portPlan(await freePortBase());
    const secrets = loadSecrets(this.dataDir);
    const onDied = (line: string) => void this.deaths.push(line);
    this.postgres = await startPostgres({
      ...{ dataDir: this.dataDir, port: ports.postgres, password: secrets.postgresPassword, onDied, archiveDir: null },
    });
    this.input = { ports, postgresUrlOf: this.postgres.urlOf, secrets, kafka: undefined, dataDir: this.dataDir };
    await applyRoles(rolesOf(servicePlan(this.input), this.postgres.url, secrets));
    await this.migrateOne('this', world);
    await this.run(world, 'this');
  }

  /** The step of a release, as its deployment takes it: one program after the other. Returns what was printed. */
  async migrate(release: Release): Promise<string> {
    let printed = '';
    for (const name of serviceNames) if (name !== world) printed += await this.migrateOne(release, name);
    return printed;
  }

  private migrateOne(release: Release, name: string): Promise<string> {
    const { entry, env } = this.specOf(name, release);
    const owner = migrationUrl(this.postgres?.url ?? '', this.plan.secrets);
    const args = [entry.replace(/main\.js$/, 'admin.js'), 'migrate', '--apply'];
    return runToEnd(args, { ...env, MIGRATION_POSTGRES_URL: owner });
  }

  /** Ends the service as a crash would, and starts it as one of this release. It need not be ready then. */
  async replace(name: string, release: Release): Promise<void> {
    await this.processes.get(name)?.kill();
    const process = new SupervisedProcess(this.specOf(name, release), (line) => void this.deaths.push(line));
    this.processes.set(name, process);
    process.start();
  }

  async run(name: string, release: Release): Promise<void> {
    await this.replace(name, release);
    await this.untilReady(name);
  }

  async runAll(release: Release): Promise<void> {
    for (const name of this.replaced) await this.replace(name, release);
    await Promise.all(this.replaced.map((name) => this.untilReady(name)));
  }

  private async untilReady(name: string): Promise<void> {
    await waitUntilReady(this.specOf(name, 'this'));
  }

  /** The commit of the build that runs, by the metrics of a service. */
  async commitOf(name: string): Promise<string | undefined> {
    const { env } = this.specOf(name, 'this');
    const answer = await fetch(`http://127.0.0.1:${env['PORT'] ?? ''}/metrics`);
    return /repasse_build_info\{.*commit="(\w+)"/.exec(await answer.text())?.[1];
  }

  async makeMerchant(): Promise<void> {
    const { ports, secrets } = this.plan;
    const urls = { baseUrl: local(ports.edge), sandboxUrl: local(ports[world]) };
    const { merchant, recipients } = await seed({ ...urls, secrets, dataDir: this.dataDir });
    this.stackFile = {
      ...urls,
      ...{ merchant, recipients, admin: { clientId: secrets.adminClientId, clientSecret: secrets.adminClientSecret } },
      ...{ gatewayBaseUrl: local(ports.gateway), checkoutUrl: `${urls.baseUrl}/checkout`, kafkaBrokers: null },
      ...{ schemaRegistryUrl: null, postgresUrl: this.postgres?.url ?? '', services: {}, metrics: {} },
      ...{ consoleUrl: '', person: { email: '', password: '' } },
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.processes.values()].map((process) => process.kill()));
    await this.postgres?.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private get plan(): PlanInput {
    if (this.input === undefined) throw new Error('The installation is not started.');
    return this.input;
  }

  /** The settings are this release's: an operator who goes back leaves them as they are. */
  private specOf(name: string, release: Release): ProcessSpec {
    const spec = [...servicePlan(this.plan), edgePlan(this.plan)].find((one) => one.name === name);
    if (spec === undefined) throw new Error(`There is no service ${name}.`);
    if (release === 'this') return spec;
    return { ...spec, entry: join(this.previousRoot, relative(projectRoot, spec.entry)) };
  }
}

const local = (port: number): string => `http://localhost:${String(port)}`;

/** Open to others, because PostgreSQL runs as a user of its own when this is root. */
const newDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-releases-'));
  chmodSync(folder, 0o755);
  return folder;
};

const runToEnd = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${String(exitCode)}:\n${said}`);
  return said;
};
