import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from '@repasse/contracts';
import { root } from './compose-file';
import { merged, render, type Rendered } from './helm-chart';
import { componentOf, ofKind, type Manifest } from './helm-manifests';
import { profiles } from './helm-profiles';
import { installHelm, installTimeoutMs } from './helm-python';
import { alerts } from './monitoring';

const { production } = profiles;
const cases = {
  production,
  ingress: merged(production, {
    expose: { kind: 'ingress', parentRefs: [] },
    gatewayPublicUrl: 'https://api.example.com',
  }),
  misspelt: merged(production, { netwrokPolicy: { enabled: false } }),
  nested: merged(production, { services: { charge: { replica: 2 } } }),
  number: merged(production, { settings: { REQUEST_LOG_SAMPLE: 100 } }),
  withoutPix: merged(production, { services: { 'payment-gateway': { settings: { PIX_KEY: null } } } }),
  plain: merged(production, { publicUrl: 'http://api.example.com' }),
  withoutConsole: merged(production, { consolePublicUrl: '', monitoring: { rules: { enabled: false } } }),
  toMany: merged(production, { keda: { replicasMax: 7 } }),
};

let rendered: Record<keyof typeof cases, Rendered>;
const found = (name: keyof typeof cases, kind: string): readonly Manifest[] => ofKind(rendered[name].manifests, kind);

beforeAll(async () => {
  await installHelm();
  rendered = await render(cases);
}, installTimeoutMs);

it.each([
  ['misspelt', 'netwrokPolicy'],
  ['nested', 'replica'],
  ['number', 'REQUEST_LOG_SAMPLE'],
  ['withoutPix', 'PIX_KEY'],
  ['plain', 'publicUrl'],
  ['toMany', 'replicasMax'],
] as const)('the schema refuses values that are %s and names %s', (name, named) => {
  expect(rendered[name].refused).toContain(named);
});

it('makes routes for the API, the console and what providers call, or one Ingress', () => {
  expect(found('production', 'HTTPRoute').map(({ spec }) => spec?.hostnames)).toEqual([
    ['api.example.com'],
    ['console.example.com'],
    ['gateway.example.com'],
  ]);
  expect(found('ingress', 'HTTPRoute')).toEqual([]);
  expect(found('ingress', 'Ingress').map(({ spec }) => spec?.rules?.map(({ host }) => host))).toEqual([
    ['api.example.com', 'console.example.com'],
  ]);
});

it('has no console where it has no address, nor anything of it', () => {
  const { manifests } = rendered.withoutConsole;

  expect(manifests.length).toBeGreaterThan(0);
  expect(JSON.stringify(manifests).toLowerCase()).not.toMatch(/[-_"]console/);
});

it('has the alerts of deploy/monitoring, whose pages are at the public address', () => {
  const rules = found('production', 'PrometheusRule').flatMap(({ spec }) =>
    (spec?.groups ?? []).flatMap((group) => group.rules),
  );
  const named = rules.flatMap(({ alert }) => alert ?? []);

  expect(named.length).toBeGreaterThan(0);
  expect(alerts().map(({ alert }) => alert)).toEqual(expect.arrayContaining(named));
  expect(JSON.stringify(rules)).not.toContain('localhost');
  // Prometheus of a cluster reads much that is not ours.
  expect(rules.filter(({ expr }) => expr.includes('job!='))).toEqual([]);
  // Not filled in by Helm, whose marks are the same.
  expect(JSON.stringify(rules)).toContain('{{ $labels.');
});

it('has every dashboard of deploy/monitoring, as it is there', () => {
  const folder = join(root, 'deploy/monitoring/grafana/dashboards');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const data = Object.assign({}, ...found('production', 'ConfigMap').map((each) => each.data)) as Record<
    string,
    string
  >;

  expect(Object.keys(data).sort()).toEqual(files.sort());
  for (const file of files) expect(data[file]).toBe(readFileSync(join(folder, file), 'utf8'));
});

it('lets KEDA set the replicas of those that consume, up to the partitions of a topic', () => {
  const consumers = new Set(topics.flatMap((topic) => topic.consumers));
  const scaled = found('production', 'ScaledObject');

  expect(new Set(scaled.map(componentOf))).toEqual(consumers);
  for (const { spec } of scaled) {
    expect(spec?.maxReplicaCount).toBe(Math.min(...topics.map(({ partitions }) => partitions)));
    expect(spec?.triggers?.[0]?.metadata['query']).toContain('repasse_consumer_lag');
  }
  const counted = found('production', 'Deployment').filter(({ spec }) => spec?.replicas !== undefined);
  expect(counted.map(componentOf).filter((name) => consumers.has(name))).toEqual([]);
  expect(counted.map(componentOf)).toEqual(['console', 'edge', 'identity']);
});
