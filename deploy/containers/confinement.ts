import { type RawService } from './compose-file';
import { type Engine } from './engine';

interface Inspected {
  readonly HostConfig: { readonly Memory: number; readonly NanoCpus: number; readonly PidsLimit: number };
}

/**
 * Reads from inside each running container what the kernel grants its first process, since a setting that the engine
 * does not know is passed over without a word. Answers what was seen.
 */
export const checkConfinement = async (
  engine: Engine,
  services: Readonly<Record<string, RawService>>,
): Promise<string> => {
  const running = Object.entries(services).filter(([, { restart }]) => restart !== 'no');
  const faults: string[] = [];
  for (const [name] of running) {
    for (const fault of await faultsOf(engine, engine.containerOf(name))) faults.push(`${name} ${fault}`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `${String(running.length)} containers: no root, no capability, no new privileges, a root that is read-only, limits`;
};

const faultsOf = async (engine: Engine, container: string): Promise<string[]> => {
  const status = await engine.podman(['exec', container, 'cat', '/proc/1/status']);
  const mounts = await engine.podman(['exec', container, 'cat', '/proc/1/mounts']);
  // device, place, kind, options
  const rootOptions = /^\S+ \/ \S+ (\S+)/m.exec(mounts)?.[1]?.split(',') ?? [];
  const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? 'missing';
  const [inspected] = JSON.parse(await engine.podman(['inspect', container])) as Inspected[];
  const { Memory = 0, NanoCpus = 0, PidsLimit = 0 } = inspected?.HostConfig ?? {};
  return [
    ...(field('Uid') === '0' ? ['runs as root'] : []),
    ...(/^0+$/.test(field('CapEff')) ? [] : [`has capabilities: ${field('CapEff')}`]),
    ...(field('NoNewPrivs') === '1' ? [] : ['may gain privileges']),
    ...(rootOptions.includes('ro') ? [] : ['has a root that is not read-only']),
    ...(Memory > 0 && NanoCpus > 0 && PidsLimit > 0 ? [] : ['lacks a limit of memory, CPU or processes']),
  ];
};
