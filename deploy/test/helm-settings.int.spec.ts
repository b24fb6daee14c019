import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAdminConfig } from '@repasse/chassis/admin/settings';
import { list, readConfig, url, type Env, type Settings } from '@repasse/chassis/config/config';
import { kafkaSecurity, kafkaSecurityFaults } from '@repasse/chassis/config/kafka-settings';
import { postgresAccessFaults } from '@repasse/chassis/config/postgres-settings';
import { registryAccess, registryAccessFaults } from '@repasse/chassis/config/registry-settings';
import { unknownVariables } from '@repasse/chassis/config/unknown-variables';
import { loadConfig as charge } from '../../services/charge/src/config';
import { loadConfig as console } from '../../services/console/src/config';
import { loadConfig as identity } from '../../services/identity/src/config';
import { loadConfig as invoiceQuery } from '../../services/invoice-query/src/config';
import { loadConfig as paymentGateway } from '../../services/payment-gateway/src/config';
import { loadConfig as providerSandbox } from '../../services/provider-sandbox/src/config';
import { loadConfig as splitSettlement } from '../../services/split-settlement/src/config';
import { loadConfig as webhookDispatcher } from '../../services/webhook-dispatcher/src/config';
import { programs } from '../docs/programs';
import { loadConfig as edge } from '../edge/config';
import { settings as roles } from '../postgres/apply-roles';
import { freshSecrets, render, type Rendered } from './helm-chart';
import { componentOf, containerOf, environmentOf, ofKind, type Manifest } from './helm-manifests';
import { profiles } from './helm-profiles';
import { installHelm, installTimeoutMs } from './helm-python';

const mountPath = '/run/secrets/repasse';

const ofProduction = freshSecrets(
  ['--gateway-url', 'https://gateway.example.com', '--postgres', 'repasse-postgres-rw:5432'],
  {
    PIX_CLIENT_SECRET: 'of-the-bank-and-long-enough',
    ADMIN_POSTGRES_URL: 'postgres://postgres:secret@repasse-postgres-rw:5432/postgres',
  },
);
const secrets = { small: freshSecrets(['--sandbox']), production: ofProduction, further: ofProduction };

/** Those that operators of PostgreSQL and Kafka make, or a person does. */
const ofOthers: Readonly<Record<string, string>> = { password: 'of-a-user-at-the-broker', 'ca.crt': 'PEM' };

type Profile = keyof typeof secrets;
let rendered: Record<Profile, Rendered>;
let folder: string;

beforeAll(async () => {
  await installHelm();
  folder = mkdtempSync(join(tmpdir(), 'repasse-helm-'));
  rendered = await render(profiles);
  for (const { refused } of Object.values(rendered)) expect(refused).toBeUndefined();
}, installTimeoutMs);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The environment of a pod's container, whose files lie in a folder of this machine. */
const asMounted = (profile: Profile, manifest: Manifest): Env => {
  const own = join(folder, profile, manifest.metadata.name);
  mkdirSync(own, { recursive: true });
  const { volumes = [] } = manifest.spec?.template?.spec ?? { volumes: [] };
  for (const { secret } of volumes.flatMap(({ projected }) => projected?.sources ?? [])) {
    const values = secrets[profile].find(({ metadata }) => metadata.name === secret.name)?.stringData;
    for (const { key, path } of secret.items) {
      const value = values?.[key] ?? (values === undefined ? ofOthers[key] : undefined);
      if (value === undefined)
        throw new Error(`${manifest.metadata.name} wants ${key} of ${secret.name}: nobody makes it.`);
      writeFileSync(join(own, path), value);
    }
  }
  const texts = Object.entries(environmentOf(manifest));
  return Object.fromEntries(texts.map(([name, value]) => [name, value.replace(mountPath, own)]));
};

const loaders = new Map<string, (env: Env) => object>([
  ...(Object.entries({ charge, console, identity, edge }) as [string, (env: Env) => object][]),
  ...([
    ['payment-gateway', paymentGateway],
    ['split-settlement', splitSettlement],
    ['invoice-query', invoiceQuery],
    ['webhook-dispatcher', webhookDispatcher],
    ['provider-sandbox', providerSandbox],
  ] as [string, (env: Env) => object][]),
]);

const settingsOf = (name: string): Settings => programs.find((each) => each.name === name)?.settings ?? {};

describe.each(['small', 'production', 'further'] as const)(
  'the programs with the settings of the profile %s',
  (profile) => {
    it('start: each reads its environment and files without a fault', () => {
      for (const manifest of ofKind(rendered[profile].manifests, 'Deployment')) {
        const load = loaders.get(componentOf(manifest));
        expect(load).toBeDefined();
        expect(() => load?.(asMounted(profile, manifest))).not.toThrow();
      }
    });

    it('are given nothing that they do not know', () => {
      for (const manifest of ofKind(rendered[profile].manifests, 'Deployment')) {
        const { misspelt, unknown } = unknownVariables(environmentOf(manifest), settingsOf(componentOf(manifest)));
        expect([componentOf(manifest), misspelt, unknown]).toEqual([componentOf(manifest), [], []]);
      }
    });

    it('are given no secret as a text, but those that open nothing real', () => {
      const texts = rendered[profile].manifests
        .filter(({ spec }) => spec?.template !== undefined)
        .flatMap((manifest) => Object.entries(environmentOf(manifest)))
        .filter(([name]) => /(SECRET|PASSWORD|TOKEN|KEYS|CALLERS)S?$/.test(name));
      expect(texts.filter(([, value]) => !/sandbox-?only/i.test(value))).toEqual([]);
    });

    it('are all given every entry that make-secrets.mjs prints', () => {
      const mounted = new Set(
        rendered[profile].manifests.flatMap(({ spec }) =>
          (spec?.template?.spec.volumes ?? []).flatMap(({ projected }) =>
            (projected?.sources ?? []).flatMap(({ secret }) => secret.items.map(({ key }) => `${secret.name} ${key}`)),
          ),
        ),
      );
      const printed = secrets[profile].flatMap(({ metadata, stringData = {} }) =>
        Object.keys(stringData).map((key) => `${metadata.name} ${key}`),
      );
      // Of examples/small.
      expect(printed.filter((each) => !mounted.has(each) && !each.startsWith('repasse-postgres '))).toEqual([]);
    });

    it('start after steps that read their settings without a fault', () => {
      for (const manifest of ofKind(rendered[profile].manifests, 'Job')) {
        const env = asMounted(profile, manifest);
        expect(() => readStep(componentOf(manifest), env)).not.toThrow();
        expect(unknownVariables(env, settingsOfStep(componentOf(manifest)))).toEqual({ misspelt: [], unknown: [] });
        expect(containerOf(manifest).command[0]).toBe('node');
      }
    });
  },
);

const stepSettings: Readonly<Record<string, Settings>> = {
  topics: { brokers: list('KAFKA_BROKERS'), kafkaSecurity },
  schemas: { registryUrl: url('SCHEMA_REGISTRY_URL', { protocols: ['http', 'https'] }), registryAccess },
  roles,
};
/** A migration reads those of PostgreSQL among its service's, and the address of its own role. */
const settingsOfStep = (name: string): Settings =>
  stepSettings[name] ?? {
    ...settingsOf(name.replace('migrate-', '')),
    migration: url('MIGRATION_POSTGRES_URL', { protocols: ['postgres'] }),
  };

const readStep = (name: string, env: Env): unknown => {
  if (name === 'topics') {
    expect(env['KAFKA_BROKERS']).not.toBe('');
    return readConfig(env, kafkaSecurity, kafkaSecurityFaults);
  }
  if (name === 'schemas') {
    expect(env['SCHEMA_REGISTRY_URL']).toContain('http');
    return readConfig(env, registryAccess, registryAccessFaults);
  }
  return name === 'roles' ? readConfig(env, roles, postgresAccessFaults) : loadAdminConfig(env);
};

it('asks External Secrets for the entries that make-secrets.mjs prints', () => {
  const asked = ofKind(rendered.production.manifests, 'ExternalSecret');
  const entries = new Map(
    asked.map(({ metadata, spec }) => [metadata.name, spec?.data?.map(({ secretKey }) => secretKey) ?? []]),
  );

  for (const { metadata, stringData = {} } of secrets.production) {
    expect(entries.get(metadata.name)).toEqual(Object.keys(stringData).sort());
  }
  expect(asked).toHaveLength(secrets.production.length);
  // They stay when the release goes: the data cannot be read without them.
  expect(new Set(asked.map(({ spec }) => spec?.target?.creationPolicy))).toEqual(new Set(['Orphan']));
});
