import { freePort } from '@repasse/chassis/testing/free-port';
import { waitUntilReady } from '../../deploy/local/readiness';
import { SupervisedProcess } from '../../deploy/local/supervised-process';
import { type RunningStack } from './running-stack';

export const doubledServices = [
  'identity',
  'payment-gateway',
  'charge',
  'split-settlement',
  'invoice-query',
  'webhook-dispatcher',
] as const;

export type Doubled = (typeof doubledServices)[number] | 'edge';

/** Longer than the edge takes to see that a process is red, short enough for a test. */
const drainDelayMs = 3_000;

/** The whole system with two processes of each service and of the edge. The simulated providers are one: they are the world outside. */
export class DoubledStack {
  private readonly seconds = new Map<Doubled, SupervisedProcess>();
  private readonly addresses = new Map<string, readonly string[]>();

  constructor(private readonly stack: RunningStack) {}

  get edges(): readonly string[] {
    return this.addresses.get('edge') ?? [];
  }

  async start(): Promise<void> {
    const { file } = this.stack;
    const names: readonly Doubled[] = [...doubledServices, 'edge'];
    for (const name of names) {
      const port = await freePort();
      this.addresses.set(name, [file.services[name] ?? '', `http://localhost:${String(port)}`]);
    }
    for (const name of names) this.seconds.set(name, this.secondOf(name));
    for (const second of this.seconds.values()) second.start();
    await Promise.all([...this.seconds.values()].map(({ spec }) => waitUntilReady(spec)));
    // The first ones know one address of each service until they are started again.
    await Promise.all(names.map((name) => this.restart(name, 0)));
  }

  /** As an orchestrator does it: asks the process to stop, and starts another in its place. */
  async restart(name: Doubled, which: number): Promise<void> {
    if (which === 0) {
      await this.stack.restartService(name, this.settingsOf(name));
      return;
    }
    const second = this.seconds.get(name);
    if (second === undefined) throw new Error(`No second ${name}.`);
    await second.stop();
    second.start();
    await waitUntilReady(second.spec);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.seconds.values()].map((second) => second.stop()));
  }

  private secondOf(name: Doubled): SupervisedProcess {
    const { env, ...spec } = this.stack.specOf(name);
    const port = new URL(this.addresses.get(name)?.[1] ?? '').port;
    // Empty is not set: the address for providers, and that of the metrics, are the first edge's.
    const firsts = Object.fromEntries(
      ['GATEWAY_PORT', 'METRICS_PORT'].filter((each) => each in env).map((each) => [each, '']),
    );
    const own = { ...env, ...this.settingsOf(name), PORT: port, ...firsts };
    return new SupervisedProcess(
      { ...spec, name: `${name}-2`, logFile: spec.logFile.replace('.log', '-2.log'), env: own },
      (line) => void this.stack.deaths.push(line),
    );
  }

  /** Both addresses of a service wherever one process names another. */
  private settingsOf(name: Doubled): Readonly<Record<string, string>> {
    const { env } = this.stack.specOf(name);
    const peers = doubledServices.flatMap((peer) => {
      const [first = '', second = ''] = this.addresses.get(peer) ?? [];
      return [
        [`${peer.replaceAll('-', '_').toUpperCase()}_URL`, `${first},${second}`] as const,
        ...(peer === 'identity'
          ? [['JWKS_URL', [first, second].map((each) => `${each}/.well-known/jwks.json`).join(',')] as const]
          : []),
      ];
    });
    return {
      DRAIN_DELAY_MS: String(drainDelayMs),
      ...Object.fromEntries(peers.filter(([variable]) => variable in env)),
    };
  }
}
