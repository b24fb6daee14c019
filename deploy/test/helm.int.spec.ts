import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from './compose-file';
import { chartFolder, merged, render, type Rendered, validate } from './helm-chart';
import { componentOf, containerOf, ofKind, type Manifest } from './helm-manifests';
import { profiles } from './helm-profiles';
import { installHelm, installTimeoutMs } from './helm-python';

/** The oldest that the chart allows and a recent one. */
const kubernetesVersions = ['1.30', '1.36'];

const validationTimeoutMs = 180_000;

const cases = {
  ...profiles,
  ingress: merged(profiles.production, { expose: { kind: 'ingress', tlsSecret: 'tls' }, keda: { enabled: false } }),
};

let rendered: Record<keyof typeof cases, Rendered>;
const manifestsOf = (name: keyof typeof cases): readonly Manifest[] => rendered[name].manifests;

beforeAll(async () => {
  await installHelm();
  rendered = await render(cases);
}, installTimeoutMs);

describe.each(Object.keys(cases) as (keyof typeof cases)[])('the chart with the values %s', (name) => {
  const pods = () => manifestsOf(name).filter(({ spec }) => spec?.template !== undefined);

  it('renders, and helm lint has nothing to say', () => {
    expect(rendered[name].refused).toBeUndefined();
    expect(rendered[name].lint).toEqual([]);
    expect(manifestsOf(name).length).toBeGreaterThan(40);
  });

  it('names each object once', () => {
    const names = manifestsOf(name).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
  });

  it('has pods of the restricted profile, whose root cannot be written and who have no token', () => {
    for (const manifest of pods()) {
      const pod = manifest.spec?.template?.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(manifest).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('gives every container what it may use, and every program its probes', () => {
    for (const manifest of pods()) {
      expect(containerOf(manifest).resources).toMatchObject({
        requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
        limits: { memory: expect.any(String) as string },
      });
    }
    for (const manifest of ofKind(manifestsOf(name), 'Deployment')) {
      expect(containerOf(manifest)).toMatchObject({
        readinessProbe: { httpGet: { path: '/health/ready' } },
        livenessProbe: { httpGet: { path: '/health/live' } },
      });
    }
  });

  it('names accounts and Secrets’ folders that are there', () => {
    const accounts = ofKind(manifestsOf(name), 'ServiceAccount').map(({ metadata }) => metadata.name);
    for (const { spec } of pods()) expect(accounts).toContain(spec?.template?.spec.serviceAccountName);
  });

  it('waits longer than a pod that is told to stop needs', () => {
    const lifecycle = readFileSync(join(root, 'services/chassis/src/lifecycle/internal/run-main.ts'), 'utf8');
    const stopMs = Number(/stopTimeoutMs = ([\d_]+)/.exec(lifecycle)?.[1]?.replaceAll('_', ''));
    expect(stopMs).toBeGreaterThan(0);
    for (const { spec } of ofKind(manifestsOf(name), 'Deployment')) {
      expect((spec?.template?.spec.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(stopMs);
    }
  });

  it('has a budget, a Service and a policy of the network for each program', () => {
    const programs = ofKind(manifestsOf(name), 'Deployment').map(componentOf).sort();
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy', 'Service']) {
      expect(new Set(ofKind(manifestsOf(name), kind).map(componentOf))).toEqual(
        new Set(kind === 'NetworkPolicy' ? [...programs, 'deploy'] : programs),
      );
    }
  });
});

it(
  `is valid for Kubernetes ${kubernetesVersions.join(' and ')}, without a field that these do not know`,
  async () => {
    const all = (Object.keys(cases) as (keyof typeof cases)[]).flatMap(manifestsOf);
    const different = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
    const { faults, unknown } = await validate(different, kubernetesVersions);

    expect(faults).toEqual([]);
    const extensions = ['external-secrets.io', 'gateway.networking.k8s.io', 'keda.sh', 'monitoring.coreos.com'];
    expect(unknown.filter((kind) => !extensions.includes(kind.split('/')[0] ?? ''))).toEqual([]);
  },
  validationTimeoutMs,
);

it('has the version of this release, and only images of ours', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(load(readFileSync(join(chartFolder, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });

  const images = readdirSync(join(root, 'services')).map((service) => `repasse/${service}:${version}`);
  const used = ofKind(manifestsOf('small'), 'Deployment').map((each) => containerOf(each).image);
  expect(used.filter((image) => ![...images, `repasse/deploy:${version}`].includes(image))).toEqual([]);
});

it('has the simulated providers in the sandbox only', () => {
  expect(JSON.stringify(manifestsOf('small'))).toContain('provider-sandbox');
  expect(JSON.stringify(manifestsOf('production'))).not.toMatch(/sandbox-only|provider-sandbox|SANDBOX=/);
});

it('runs the steps in order, before the pods, as hooks', () => {
  const steps = ofKind(manifestsOf('production'), 'Job').map(({ metadata }) => ({
    name: metadata.name.replace('repasse-', ''),
    weight: Number(metadata.annotations?.['helm.sh/hook-weight']),
    hook: metadata.annotations?.['helm.sh/hook'],
  }));
  const before = (name: string): number => steps.find((each) => each.name === name)?.weight ?? Number.NaN;

  expect(new Set(steps.map(({ hook }) => hook))).toEqual(new Set(['pre-install,pre-upgrade']));
  expect(before('roles')).toBeLessThan(before('migrate-charge'));
  expect(before('topics')).toBeLessThanOrEqual(before('migrate-charge'));
  expect(steps.map(({ name }) => name).filter((name) => name.startsWith('migrate-'))).toHaveLength(6);
});
