import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { createLogger } from '@repasse/chassis/log/logger';
import { every, type Poll } from '@repasse/chassis/waiting/poll';
import { isReady } from '../../deploy/local/readiness';
import { MerchantApi, type Answer, type Attempt } from '../support/api';
import { DoubledStack, type Doubled } from '../support/doubled-stack';
import { describeOn } from '../support/on-each-bus';
import { stackStartTimeoutMs } from '../support/running-stack';

const log = createLogger({ service: 'test', level: 'silent' });

/** Merchants at work at the same time. */
const merchants = 4;
/** A load balancer's, as they are usually set. */
const probeEveryMs = 250;
/** Two rounds of all services and of the edges. */
const restartsTimeoutMs = 150_000;

/** Those side by side leave one half of each service at any moment. */
const waves: readonly (readonly Doubled[])[] = [
  ['identity', 'charge', 'payment-gateway'],
  ['split-settlement', 'invoice-query', 'webhook-dispatcher'],
];

/** Asks the edges in turn, and only those that say that they are ready: as the load balancer in front of them. */
class Balancer {
  private readonly ready = new Set<number>();
  private turn = 0;
  private readonly probing: Poll;

  constructor(private readonly edges: readonly MerchantApi[]) {
    const run = () => Promise.all(edges.map((_, at) => this.probe(at)));
    this.probing = every({ name: 'edges', log, intervalMs: probeEveryMs, run });
  }

  async untilAllReady(): Promise<void> {
    await eventually(() => this.ready.size === this.edges.length, { timeoutMs: 30_000 });
  }

  next(): MerchantApi {
    const candidates = this.edges.filter((_, at) => this.ready.has(at));
    this.turn += 1;
    const chosen = candidates[this.turn % candidates.length];
    if (chosen === undefined) throw new Error('No edge is ready.');
    return chosen;
  }

  stop(): Promise<void> {
    return this.probing.stop();
  }

  private async probe(at: number): Promise<void> {
    if (await isReady(this.edges[at]?.stack.baseUrl ?? '')) this.ready.add(at);
    else this.ready.delete(at);
  }
}

describeOn('postgres', 'a rolling restart under load', (stack) => {
  const doubled = new DoubledStack(stack);
  beforeAll(() => doubled.start(), stackStartTimeoutMs);
  afterAll(() => doubled.stop(), stackStartTimeoutMs);

  it(
    'of every service and of both edges gives no 5xx and no refused connection',
    async () => {
      const { token } = await MerchantApi.signIn(stack.file);
      const edges = doubled.edges.map((baseUrl) => MerchantApi.withToken({ ...stack.file, baseUrl }, token));
      const balancer = new Balancer(edges);
      await balancer.untilAllReady();
      const failures: string[] = [];
      const attempts: Attempt[] = [];
      let requests = 0;
      let isOver = false;

      const send = async <Body>(
        what: string,
        ask: (edge: MerchantApi) => Promise<Answer<Body>>,
      ): Promise<Body | undefined> => {
        requests += 1;
        try {
          const { status, body, text } = await ask(balancer.next());
          if (status < 400) return body;
          failures.push(`${what}: ${String(status)} ${text}`);
        } catch (fault) {
          failures.push(`${what}: ${String(fault)} ${String((fault as Error).cause)}`);
        }
        return undefined;
      };
      /** Without keys: no request may be lost, and none can be repeated by the edge when its fate is unknown. */
      const work = async (): Promise<void> => {
        while (!isOver) {
          const attempt = await send('POST /charge', (edge) => edge.createPixCharge());
          await send('GET /balance', (edge) => edge.get('/balance'));
          await send('GET /charge/list', (edge) => edge.get('/charge/list?limit=5'));
          if (attempt === undefined) continue;
          await send('GET /charge', (edge) => edge.get(`/charge/${attempt.chargeId}`));
          await edges[0]?.pay(attempt.checkoutMeta.emv);
          attempts.push(attempt);
        }
      };
      const working = Array.from({ length: merchants }, work);

      for (const which of [0, 1]) {
        for (const wave of waves) await Promise.all(wave.map((name) => doubled.restart(name, which)));
      }
      for (const which of [0, 1]) {
        await doubled.restart('edge', which);
        await balancer.untilAllReady();
      }
      isOver = true;
      await Promise.all(working);

      expect(failures).toEqual([]);
      expect(requests).toBeGreaterThan(200);
      expect(stack.deaths).toEqual([]);
      await eventuallyHolds(
        async () => {
          const paid = await balancer.next().get<{ available: string }>('/balance');
          expect(Number(paid.body.available.replace('.', ''))).toBe(attempts.length * 9_901);
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
      await balancer.stop();
    },
    restartsTimeoutMs,
  );
});
