import { inOrder } from '../containers/bring-up';
import { composeServices, freshEnv } from './compose-file';

const env = freshEnv();
const services = composeServices(env);
const all = services.map((service) => [service.name, service] as const);
const named = (name: string) => services.find((service) => service.name === name);

describe.each(all)('%s in docker-compose.yml', (_, { raw, isOurs }) => {
  it('has limits of memory, CPU and processes', () => {
    expect(raw.mem_limit).toMatch(/^\d+[mg]$/);
    expect(raw.cpus).toBeGreaterThan(0);
    // Docker refuses a limit above the machine's CPUs, and two are what the whole system asks for.
    expect(raw.cpus).toBeLessThanOrEqual(2);
    expect(raw.pids_limit).toBeGreaterThan(0);
  });

  it('changes nothing of its image, and gains no right', () => {
    expect(raw.read_only).toBe(true);
    expect(raw.cap_drop).toEqual(['ALL']);
    expect(raw.cap_add ?? []).toEqual([]);
    expect(raw.security_opt).toEqual(['no-new-privileges']);
    expect(raw.privileged ?? false).toBe(false);
    expect(raw.user ?? '').not.toMatch(/^(0|root)\b/);
  });

  it('rotates its log', () => {
    expect(raw.logging).toMatchObject({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } });
  });

  it('writes into volumes alone: folders of the machine are mounted to be read', () => {
    const fromMachine = (raw.volumes ?? []).filter((volume) => /^[./].*:/.test(volume));
    expect(fromMachine.filter((volume) => !volume.split(':')[2]?.split(',').includes('ro'))).toEqual([]);
    expect((raw.volumes ?? []).filter((volume) => volume.includes('.sock'))).toEqual([]);
    if (isOurs) expect((raw.volumes ?? []).filter((volume) => !volume.endsWith(':/run/secrets:ro'))).toEqual([]);
  });

  it('is given the time it needs to end', () => {
    if (raw.restart === 'no') return;
    expect(Number.parseInt(raw.stop_grace_period ?? '0', 10)).toBeGreaterThanOrEqual(30);
  });
});

it('only the server itself and the step that makes the roles know the superuser’s password', () => {
  const superuser = env['POSTGRES_PASSWORD'] ?? '';
  const knowing = services.filter(({ environment }) =>
    Object.values(environment).some((one) => one.includes(superuser)),
  );
  expect(knowing.map(({ name }) => name)).toEqual(['postgres', 'roles']);
});

it('each program has a role of its own in its database', () => {
  const roles = services.flatMap(({ name, environment }) => {
    const url = environment['POSTGRES_URL'];
    return url === undefined || name.startsWith('migrate-') ? [] : [new URL(url).username];
  });
  const registry = named('registry')?.environment['APICURIO_DATASOURCE_USERNAME'] ?? '';

  expect(new Set([...roles, registry]).size).toBe(roles.length + 1);
  expect([...roles, registry].filter((role) => !/^repasse_\w+$/.test(role))).toEqual([]);
});

it('starts nothing before what it needs', () => {
  const groups = inOrder(Object.fromEntries(services.map(({ name, raw }) => [name, raw])));
  const groupOf = (name: string): number => groups.findIndex((group) => group.includes(name));

  expect(groups.flat().sort()).toEqual(services.map(({ name }) => name).sort());
  for (const { name, raw } of services) {
    for (const need of Object.keys(raw.depends_on ?? {}))
      expect([name, groupOf(need) < groupOf(name)]).toEqual([name, true]);
  }
});

it('says which services wait for one another', () => {
  const waitingFor = (name: string) => ({ image: 'any', depends_on: { [name]: { condition: 'service_started' } } });
  expect(() => inOrder({ one: waitingFor('other'), other: waitingFor('one') })).toThrow('one, other');
});
