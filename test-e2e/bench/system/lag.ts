import { type StackFile } from '../../../deploy/local/stack-file';

/** The gauges are brought up to date every five seconds; asking more often would only cost. */
const sampleEveryMs = 2_500;
const askTimeoutMs = 5_000;

/** The largest values any service showed. */
export interface Lag {
  readonly outboxPending: number;
  readonly consumerLag: number;
}

/** Watches the services' own gauges while something is measured; the answer ends it. */
export const watchLag = (stack: StackFile): (() => Lag) => {
  let lag: Lag = { outboxPending: 0, consumerLag: 0 };
  const look = async (): Promise<void> => {
    const pages = await Promise.all(Object.values(stack.services).map(metricsOf));
    for (const page of pages) {
      lag = {
        outboxPending: Math.max(lag.outboxPending, largest(page, 'repasse_outbox_pending')),
        consumerLag: Math.max(lag.consumerLag, largest(page, 'repasse_consumer_lag')),
      };
    }
  };
  const timer = setInterval(() => void look(), sampleEveryMs);
  return () => {
    clearInterval(timer);
    return lag;
  };
};

const metricsOf = async (serviceUrl: string): Promise<string> => {
  try {
    const answer = await fetch(`${serviceUrl}/metrics`, { signal: AbortSignal.timeout(askTimeoutMs) });
    return await answer.text();
  } catch {
    // A service that is too busy to answer is seen in what is measured.
    return '';
  }
};

const largest = (page: string, name: string): number =>
  Math.max(
    0,
    ...[...page.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value)),
  );
