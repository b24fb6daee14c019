import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from '@repasse/contracts';
import { aclTable } from '../kafka/acl-table';
import { helmFolder, readManifests, readValues, validate } from './helm-chart';
import { type Manifest, ofKind } from './helm-manifests';
import { installHelm, installTimeoutMs } from './helm-python';

const examples = ['small', 'registry', 'strimzi', 'cloudnative-pg'] as const;
const readExample = (name: (typeof examples)[number]): readonly Manifest[] =>
  readdirSync(join(helmFolder, 'examples', name)).flatMap((file) => readManifests(`examples/${name}/${file}`));
const all = examples.flatMap(readExample);

beforeAll(installHelm, installTimeoutMs);

it('are valid where they are Kubernetes’ own', async () => {
  const { faults, unknown } = await validate(all, ['1.30', '1.36']);

  expect(faults).toEqual([]);
  expect(unknown).toEqual([
    'barmancloud.cnpg.io/v1 ObjectStore',
    'kafka.strimzi.io/v1 Kafka',
    'kafka.strimzi.io/v1 KafkaNodePool',
    'kafka.strimzi.io/v1 KafkaUser',
    'postgresql.cnpg.io/v1 Cluster',
    'postgresql.cnpg.io/v1 ScheduledBackup',
  ]);
});

it('have the names that the profiles expect', () => {
  const names = (kind: string): string[] => ofKind(all, kind).map(({ metadata }) => metadata.name);
  const production = readValues('values-production.yaml');
  const [cluster, kafka] = [names('Cluster')[0], names('Kafka')[0]];

  // As the operators call what they make.
  expect(production['postgres']).toMatchObject({
    host: `${String(cluster)}-rw`,
    ca: { name: `${String(cluster)}-ca` },
  });
  expect(production['kafka']).toMatchObject({
    brokers: [`${String(kafka)}-kafka-bootstrap:9093`],
    tls: { ca: { name: `${String(kafka)}-cluster-ca-cert` } },
  });
  // The defaults of values.yaml.
  expect(names('Service')).toEqual(expect.arrayContaining(['postgres', 'kafka', 'registry']));
});

it('gives the users of Strimzi what the table of access says, and nothing else', () => {
  const table = aclTable(topics, {
    service: 'kafka-{service}',
    readers: [{ principal: 'kafka-data', groupPrefix: 'data.' }],
  });
  const wanted = table.map(({ principal, operation, kind, name, isPrefix }) =>
    [principal, operation, kind, name, isPrefix ? 'prefix' : 'literal'].join(' '),
  );
  const given = ofKind(all, 'KafkaUser').flatMap(({ metadata, spec }) =>
    (spec?.authorization?.acls ?? []).flatMap(({ resource, operations }) =>
      operations.map((each) => [metadata.name, each, resource.type, resource.name, resource.patternType].join(' ')),
    ),
  );

  expect(given.filter((each) => !each.startsWith('kafka-deploy ')).sort()).toEqual(wanted.sort());
});
