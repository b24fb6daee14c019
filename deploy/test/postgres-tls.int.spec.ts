import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@repasse/chassis/config/config';
import { postgresAccess, postgresAccessFaults } from '@repasse/chassis/config/postgres-settings';
import { awaitDatabase } from '@repasse/chassis/postgres/await-database';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { usePostgresAccess } from '@repasse/chassis/postgres/server-access';
import { createAuthority, type Authority, type CertificateFiles } from '@repasse/chassis/testing/certificates';
import { freePort } from '@repasse/chassis/testing/free-port';
import { createLogger } from '@repasse/chassis/log/logger';
import { eventually } from '@repasse/chassis/testing/eventually';
import { applyRolesOf } from '../postgres/apply-roles';
import { startPostgres, type LocalPostgres } from '../local/postgres';

const folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'));
let authority: Authority;
let client: CertificateFiles;
let postgres: LocalPostgres;
let server: { readonly url: string };
const silentLog = createLogger({ service: 'test', level: 'silent' });

/** The server runs as another user where the tests run as root. */
const ofServer = (file: string): string => {
  chmodSync(file, 0o600);
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', file]);
  return file;
};

beforeAll(async () => {
  chmodSync(folder, 0o755);
  authority = await createAuthority(folder, 'authority');
  client = await authority.issue('client');
  const own = await authority.issue('server');
  const hba = join(folder, 'hba.conf');
  // The server lets in no client without TLS, or without a certificate of this authority.
  writeFileSync(hba, 'hostssl all all 127.0.0.1/32 password clientcert=verify-ca\n');
  const settings = {
    ...{ ssl: 'on', ssl_cert_file: own.certFile, ssl_key_file: ofServer(own.keyFile), ssl_ca_file: authority.caFile },
    hba_file: ofServer(hba),
  };
  postgres = await startPostgres({
    ...{ dataDir: folder, port: await freePort(), password: 'postgres', archiveDir: null, onDied: () => undefined },
    extraSettings: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  });
  server = { url: `${postgres.url}/postgres` };
});

afterEach(() => usePostgresAccess(() => readConfig({}, postgresAccess)));
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const use = (env: Readonly<Record<string, string>>): void => {
  const access = readConfig(env, postgresAccess, postgresAccessFaults);
  usePostgresAccess(() => access);
};
const trusted = () => ({
  ...{ POSTGRES_TLS: 'verify-full', POSTGRES_TLS_CA: authority.caFile },
  ...{ POSTGRES_TLS_CERT: client.certFile, POSTGRES_TLS_KEY: client.keyFile },
});
const open = (url = server.url): Database => openDatabase({ url, name: 'tls' });
const withCauses = (fault: unknown): string =>
  fault instanceof Error && fault.cause !== undefined
    ? `${fault.message} ${withCauses(fault.cause)}`
    : fault instanceof Error
      ? fault.message
      : String(fault);
const faultOf = async (url = server.url): Promise<string> => {
  const db = open(url);
  try {
    await awaitDatabase(silentLog, async () => void (await db.query('select 1')));
    return 'no fault';
  } catch (fault) {
    return withCauses(fault);
  } finally {
    await db.close();
  }
};

describe('PostgreSQL by TLS', () => {
  it('is every connection: of the pool, that listens, that holds a lock, that cancels and that makes databases', async () => {
    use(trusted());
    const made = new URL(server.url);
    made.pathname = '/made_by_tls';
    await ensureDatabase(made.href);
    const db = open(made.href);
    const received: string[] = [];
    const stopListening = await db.listen('news', (payload) => received.push(payload));
    const lock = await db.holdAdvisoryLock('one');
    await db.query("select pg_notify('news', 'hello')");
    await eventually(async () => received.includes('hello'));
    const sessions = await db.query<{ ssl: boolean; dn: string }>(
      `select s.ssl, s.client_dn as dn from pg_stat_ssl s join pg_stat_activity a using (pid)
       where a.datname = 'made_by_tls'`,
    );
    const given = new AbortController();
    const waiting = db.until(given.signal).query('select pg_sleep(60)');
    setImmediate(() => given.abort(new Error('nobody waits')));

    expect(sessions).toEqual(Array.from({ length: 3 }, () => ({ ssl: true, dn: '/CN=client' })));
    await expect(waiting).rejects.toThrow('nobody waits');
    await lock?.release();
    await stopListening();
    await db.close();
  });

  it('is how the step of roles comes, too', async () => {
    const services = ['MIGRATION', 'IDENTITY', 'GATEWAY', 'CHARGE', 'LEDGER', 'QUERY', 'WEBHOOK'];
    const passwords = services.map((name): [string, string] => [
      `${name}_POSTGRES_PASSWORD`,
      'long-enough-for-a-password',
    ]);
    const env: Record<string, string> = { ADMIN_POSTGRES_URL: server.url, ...Object.fromEntries(passwords) };

    await expect(applyRolesOf(env)).rejects.toThrow('no encryption');
    expect(await applyRolesOf({ ...env, ...trusted() })).toContain('repasse_charge');
  });

  it('is refused where the server is of another authority, and the setting is named', async () => {
    const other = await createAuthority(folder, 'other');
    use({ ...trusted(), POSTGRES_TLS_CA: other.caFile });

    expect(await faultOf()).toMatch(/certificate is not of the authority in POSTGRES_TLS_CA \([A-Z_]+\)/);
  });

  it('checks the host with verify-full, and not with verify-ca', async () => {
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0');
    use({ ...trusted(), POSTGRES_TLS: 'verify-full' });
    const full = await faultOf(elsewhere);
    use({ ...trusted(), POSTGRES_TLS: 'verify-ca' });
    const authorityOnly = await faultOf(elsewhere);

    expect([full, authorityOnly]).toEqual([expect.stringContaining('of another host than the address'), 'no fault']);
  });

  it('is what a server that asks for it is not reached without', async () => {
    use({});
    const plain = await faultOf();
    use({ POSTGRES_TLS: 'verify-full', POSTGRES_TLS_CA: authority.caFile });
    const anonymous = await faultOf();

    expect(plain).toMatch(/no pg_hba.conf entry.*no encryption/);
    expect(anonymous).toMatch(/requires a valid client certificate/);
  });

  it('takes a certificate and a password that were replaced while it runs', async () => {
    const [certFile, keyFile] = [join(folder, 'mounted.pem'), join(folder, 'mounted-key.pem')];
    const mount = (files: CertificateFiles): void => {
      renameSync(files.certFile, certFile);
      renameSync(files.keyFile, keyFile);
    };
    mount(await authority.issue('before'));
    let password = 'postgres';
    const access = readConfig({ ...trusted(), POSTGRES_TLS_CERT: certFile, POSTGRES_TLS_KEY: keyFile }, postgresAccess);
    usePostgresAccess(() => ({ ...access, password }));
    const url = new URL(server.url);
    url.password = '';
    const db = openDatabase({ url: url.href, name: 'tls', poolMax: 1 });
    const dn = async (): Promise<unknown> =>
      (await db.query('select client_dn as dn from pg_stat_ssl where pid = pg_backend_pid()'))[0];
    const before = await dn();

    mount(await authority.issue('after'));
    await db.query("alter role repasse with password 'another'");
    password = 'another';
    await db.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    const after = await dn();
    await db.query("alter role repasse with password 'postgres'");
    await db.close();

    expect([before, after]).toEqual([{ dn: '/CN=before' }, { dn: '/CN=after' }]);
  });
});

describe('its settings', () => {
  const faultsOf = (env: Readonly<Record<string, string>>) => () =>
    readConfig(env, postgresAccess, postgresAccessFaults);

  it.each([
    [{ POSTGRES_TLS_CA: '/ca' }, 'need POSTGRES_TLS'],
    [{ POSTGRES_TLS: 'verify-full', POSTGRES_TLS_CERT: '/c' }, 'needed together'],
    [{ POSTGRES_TLS: 'require' }, 'POSTGRES_TLS must be one of'],
    [{ POSTGRES_URL: 'postgres://me@db/x?sslmode=require' }, 'POSTGRES_URL must not say how TLS is used'],
    [{ MIGRATION_POSTGRES_URL: 'postgres://me@db/x?host=h&sslrootcert=/ca' }, 'MIGRATION_POSTGRES_URL must not say'],
  ])('%j is refused', (env, said) => expect(faultsOf(env)).toThrow(said));
});
