import { randomBytes } from 'node:crypto';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventually } from '@repasse/chassis/testing/eventually';
import { loadConfig } from '../../services/charge/src/config';
import { startCharge } from '../../services/charge/src/main';
import { migrations as ofCharge } from '../../services/charge/src/migrations';
import { migrations as ofGateway } from '../../services/payment-gateway/src/migrations';
import { applyRoles, type RolePlan } from '../postgres/roles';

const adminUrl = process.env['TEST_POSTGRES_URL'] ?? '';
/** Roles are of the whole server. */
const mark = randomBytes(4).toString('hex');
const passwordOf = (name: string): string => `password-of-${name}`;
const role = (name: string) => ({ role: `roles_${name}_${mark}`, password: passwordOf(name) });
const databaseOf = (name: string): string => `roles_${name}_${mark}`;

const plan: RolePlan = {
  adminUrl,
  owner: role('owner'),
  services: ['charge', 'gateway', 'views'].map((name) => ({
    ...{ ...role(name), database: databaseOf(name), isOnBus: true },
    ownsTables: name === 'views',
  })),
  foreign: [{ ...role('registry'), database: databaseOf('registry') }],
  busDatabase: databaseOf('bus'),
  monitor: { ...role('monitor'), reads: [{ database: databaseOf('views'), owner: role('views').role }] },
};

const urlOf = (name: string, database: string): string => {
  const url = new URL(adminUrl);
  [url.username, url.password, url.pathname] = [role(name).role, passwordOf(name), `/${databaseOf(database)}`];
  return url.href;
};

const onServer = async (...statements: readonly string[]): Promise<void> => {
  const session = await openSession({ url: adminUrl, name: 'roles spec' });
  for (const statement of statements) await session.query(statement);
  await session.close();
};

const asOwner = async (database: string, work: (db: Database) => Promise<unknown>): Promise<void> => {
  const db = openDatabase({ url: urlOf('owner', database), name: 'owner' });
  await work(db);
  await db.close();
};

let charge: Database;

beforeAll(async () => {
  // As an installation from before there were roles: the superuser owns the tables and a function.
  await onServer(`create database ${databaseOf('gateway')}`, `create database ${databaseOf('registry')}`);
  const before = new URL(adminUrl);
  before.pathname = `/${databaseOf('gateway')}`;
  const old = openDatabase({ url: before.href, name: 'before' });
  await migrate(old, ofGateway);
  await old.close();
  before.pathname = `/${databaseOf('registry')}`;
  const oldRegistry = openDatabase({ url: before.href, name: 'before' });
  await oldRegistry.query('create table artifacts (id integer)');
  await oldRegistry.close();

  await applyRoles(plan);
  await asOwner('charge', (db) => migrate(db, ofCharge));
  await asOwner('bus', (db) => migrate(db, [chassisMigrations.bus]));
  await applyRoles(plan);
  charge = openDatabase({ url: urlOf('charge', 'charge'), name: 'charge' });
}, 120_000);

afterAll(async () => {
  await charge.close();
  const databases = ['charge', 'gateway', 'views', 'registry', 'bus'].map(
    (name) => `drop database if exists ${databaseOf(name)} with (force)`,
  );
  await onServer(
    ...databases,
    ...['owner', 'charge', 'gateway', 'views', 'registry', 'monitor'].map(
      (name) => `drop role if exists ${role(name).role}`,
    ),
  );
});

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no fault',
    (fault: unknown) => (fault instanceof Error ? fault.message : String(fault)),
  );

it('a service works with the rights of its role', async () => {
  const env = {
    ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TOKEN_ISSUER: 'http://127.0.0.1:1' },
    ...{ POSTGRES_URL: urlOf('charge', 'charge'), BUS_POSTGRES_URL: urlOf('charge', 'bus') },
    ...{
      JWKS_URL: 'http://127.0.0.1:1/jwks',
      PAYMENT_GATEWAY_URL: 'http://127.0.0.1:1',
      IDENTITY_URL: 'http://127.0.0.1:1',
    },
    ...{ PAYMENT_GATEWAY_TOKEN: 'a-token-of-the-tests', IDENTITY_TOKEN: 'a-token-of-the-tests' },
    ...{ FINGERPRINT_KEYS: '1:a-fingerprint-key-for-tests', CHECKOUT_BASE_URL: 'https://pay.example' },
    CHECKOUT_TOKEN_SECRETS: 'a-checkout-secret-for-tests-of-32-characters',
  };
  const running = await startCharge(loadConfig(env));

  // Its neighbours are not there; what it does in the databases is.
  const inDatabases = ['postgres', 'writing', 'in step with the bus'];
  await eventually(async () => {
    const { checks } = (await (await fetch(`${running.url}/health/ready`)).json()) as {
      checks: Record<string, string>;
    };
    return inDatabases.every((check) => checks[check] === 'ok');
  });
  await running.stop();
});

it.each([
  ['create table mine (id integer)', 'permission denied for schema public'],
  ['drop table charges', 'must be owner of table charges'],
  ['alter table events disable trigger all', 'must be owner of table events'],
  ['truncate charges', 'permission denied for table charges'],
  ['create schema mine', 'permission denied for database'],
  ['create role mine', 'permission denied to create role'],
  ["select pg_read_file('/etc/passwd')", 'permission denied for function pg_read_file'],
  ['set role roles_owner_MARK', 'permission denied to set role'],
])('it may not: %s', async (sql, said) => {
  expect(await faultOf(charge.query(sql.replace('MARK', mark)))).toContain(said);
});

it('it cannot read the database of another service', async () => {
  const other = openDatabase({ url: urlOf('charge', 'gateway'), name: 'charge' });
  const fault = await faultOf(other.query('select * from payments'));
  await other.close();

  expect(fault).toContain(`permission denied for database "${databaseOf('gateway')}"`);
});

it('what a superuser made before belongs to the owner, and the service of the database may use it', async () => {
  const gateway = openDatabase({ url: urlOf('gateway', 'gateway'), name: 'gateway' });
  const [row] = await gateway.query<{ foreign: number }>(
    `select count(*) as foreign from (
       select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
       union all select proowner from pg_proc where pronamespace = 'public'::regnamespace
     ) as parts where owner <> $1::regrole`,
    [role('owner').role],
  );
  const payments = await gateway.query('select * from payments');
  await gateway.close();
  await asOwner('gateway', (db) => migrate(db, ofGateway));

  expect([row?.foreign, payments]).toEqual([0, []]);
});

it('the owner’s password opens nothing for a service, and a changed one is taken', async () => {
  const [, gateway] = plan.services;
  await applyRoles({
    ...plan,
    services: plan.services.map((each) => (each === gateway ? { ...each, password: 'another' } : each)),
  });
  const former = openDatabase({ url: urlOf('gateway', 'gateway'), name: 'gateway' });
  const fault = await faultOf(former.query('select 1'));
  await former.close();
  await applyRoles(plan);

  expect(fault).toMatch(/password authentication failed/);
});

it('a service that builds its views anew owns them, and nothing else', async () => {
  await asOwner('views', (db) => db.query('create table shown (id integer)'));
  const views = openDatabase({ url: urlOf('views', 'views'), name: 'views' });
  await views.query('create schema if not exists rebuild');
  await views.query('create table rebuild.shown (like public.shown)');
  await views.query('drop table public.shown');
  await views.query('alter table rebuild.shown set schema public');
  await asOwner('views', (db) => db.query('alter table shown add column more integer'));
  await views.close();
  const bus = openDatabase({ url: urlOf('views', 'bus'), name: 'views' });
  const fault = await faultOf(bus.query('drop table bus_messages'));
  await bus.close();

  expect(fault).toContain('must be owner of table bus_messages');
});

it('a program of others owns its database with all that the superuser made there, and no other one', async () => {
  const registry = openDatabase({ url: urlOf('registry', 'registry'), name: 'registry' });
  await registry.query('alter table artifacts add column name text');
  await registry.query('create table versions (id integer)');
  await registry.close();
  const elsewhere = openDatabase({ url: urlOf('registry', 'charge'), name: 'registry' });
  const [itsFault, ownersFault] = [
    await faultOf(elsewhere.query('select * from charges')),
    await faultOf(asOwner('registry', (db) => db.query('select * from artifacts'))),
  ];
  await elsewhere.close();

  expect(itsFault).toContain(`permission denied for database "${databaseOf('charge')}"`);
  expect(ownersFault).toContain(`permission denied for database "${databaseOf('registry')}"`);
});

it('those who watch see the server and the views, also built anew, and write nothing', async () => {
  const views = openDatabase({ url: urlOf('views', 'views'), name: 'views' });
  await views.query('create table watched (id integer)');
  await views.close();
  const monitor = openDatabase({ url: urlOf('monitor', 'views'), name: 'monitor' });
  const seen = await monitor.query('select * from watched');
  const [log] = await monitor.query<{ bytes: string }>('select sum(size) as bytes from pg_ls_waldir()');
  const writing = await faultOf(monitor.query('insert into watched values (1)'));
  // A role may change its own settings, such as its time-out; none of them gives it a right.
  const insisting = await faultOf(
    monitor
      .query('set default_transaction_read_only to off')
      .then(() => monitor.query('insert into watched values (1)')),
  );
  await monitor.close();
  const charges = openDatabase({ url: urlOf('monitor', 'charge'), name: 'monitor' });
  const foreign = await faultOf(charges.query('select * from charges'));
  await charges.close();

  expect([seen, Number(log?.bytes) > 0]).toEqual([[], true]);
  expect(writing).toMatch(/read-only transaction|permission denied/);
  expect(insisting).toContain('permission denied for table watched');
  expect(foreign).toContain('permission denied for database');
});
