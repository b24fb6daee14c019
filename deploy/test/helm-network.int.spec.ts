import { composeServices, freshEnv } from './compose-file';
import { render, type Rendered } from './helm-chart';
import { componentOf, environmentOf, type Manifest, type NetworkRule, ofKind } from './helm-manifests';
import { profiles } from './helm-profiles';
import { installHelm, installTimeoutMs } from './helm-python';

let rendered: Record<keyof typeof profiles, Rendered>;
const found = (name: keyof typeof profiles, kind: string): readonly Manifest[] =>
  ofKind(rendered[name].manifests, kind);

beforeAll(async () => {
  await installHelm();
  rendered = await render(profiles);
  for (const { refused } of Object.values(rendered)) expect(refused).toBeUndefined();
}, installTimeoutMs);

/** `caller → called:port`, as the settings have it: who has an address calls there. */
const callsOf = (caller: string, environment: Readonly<Record<string, string>>, prefix: string): string[] => {
  const address = new RegExp(`https?://${prefix}([a-z-]+:\\d+)`, 'g');
  const callbacks = /^(PIX|REVOLUT|NOWPAYMENTS)_CALLBACK_URL$/;
  return (
    Object.entries(environment)
      // These are told to the provider, who calls.
      .filter(([name]) => !callbacks.test(name))
      .flatMap(([, value]) => [...value.matchAll(address)].map(([, called = '']) => `${caller} → ${called}`))
      .filter((call) => !call.includes('registry:'))
  );
};

const unique = (calls: readonly string[]): string[] => [...new Set(calls)].sort();

const componentsIn = (peers: NetworkRule['from'] = []): string[] =>
  peers.flatMap(({ podSelector }) => podSelector?.matchLabels?.['app.kubernetes.io/component'] ?? []);

const programs = (): readonly Manifest[] =>
  found('small', 'NetworkPolicy').filter((each) => componentOf(each) !== 'deploy');

const allowedOut = (): string[] =>
  programs().flatMap((policy) =>
    (policy.spec?.egress ?? []).flatMap(({ to, ports = [] }) =>
      componentsIn(to).map((called) => `${componentOf(policy)} → ${called}:${String(ports[0]?.port)}`),
    ),
  );

const withoutPort = (call: string): string => call.replace(/:\d+$/, '');

const allowedIn = (): string[] =>
  programs()
    .flatMap((policy) =>
      (policy.spec?.ingress ?? []).flatMap(({ from }) =>
        componentsIn(from).map((each) => `${each} → ${componentOf(policy)}`),
      ),
    )
    .filter((call) => !call.startsWith('test → '));

/** CIELO_NOTIFICATION_URL of the simulated acquirer is a secret in the chart; in docker-compose.yml it is a text. */
const ofSecret = 'provider-sandbox → payment-gateway:8081';

it('lets those call each other that have the address in their settings, and nobody else', () => {
  const asked = found('small', 'Deployment').flatMap((each) =>
    callsOf(componentOf(each), environmentOf(each), 'repasse-'),
  );

  expect(unique(allowedOut())).toEqual(unique([...asked, ofSecret]));
  expect(unique(allowedIn())).toEqual(unique([...asked, ofSecret].map(withoutPort)));
});

it('has the calls of docker-compose.yml', () => {
  const ours = composeServices(freshEnv()).filter(
    ({ isOurs, environment }) => isOurs && environment['PORT'] !== undefined,
  );
  const asked = ours.flatMap(({ name, environment }) => callsOf(name, environment, ''));

  expect(unique(asked.filter((call) => !call.includes('localhost')))).toEqual(unique(allowedOut()));
});

it('reaches the internet where providers and merchants are called, and no private address where money is real', () => {
  const outside = found('production', 'NetworkPolicy').flatMap((policy) =>
    (policy.spec?.egress ?? [])
      .flatMap(({ to = [] }) => to)
      .flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : { component: componentOf(policy), ...ipBlock })),
  );

  expect(outside.map(({ component }) => component).sort()).toEqual(['payment-gateway', 'webhook-dispatcher']);
  for (const { except = [] } of outside)
    expect(except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
});

it('shows no metrics to the world', () => {
  for (const service of found('production', 'Service')) {
    const ports = (service.spec as { ports: { name: string }[] }).ports.map(({ name }) => name);
    if (service.spec?.clusterIP !== 'None')
      expect(ports).toEqual(componentOf(service) === 'console' ? ['http'] : ['http', 'gateway']);
  }
});
