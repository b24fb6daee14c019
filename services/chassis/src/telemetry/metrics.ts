import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readBuildInfo } from './internal/build-info';
import { asksForOpenMetrics, openMetricsOf } from './internal/open-metrics';
import { createTracedHistogram, type TracedHistogram } from './internal/traced-histogram';

/** Registers a service's metrics; names begin with `repasse_`. A second call with a name returns the same metric. */
export interface Metrics {
  readonly registry: Registry;
  counter<L extends string = string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string = string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** Durations are in seconds, as Prometheus expects; `buckets` are upper bounds. */
  histogram<L extends string = string>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
  /** The same for work in traces: where there are exemplars, each bucket shows the last recorded trace it counted. */
  tracedHistogram<L extends string = string>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): TracedHistogram<L>;
  /** Runs the work before every scrape, and at no other time: for gauges whose value has to be queried. */
  measureOnScrape(work: () => Promise<void>): void;
  /** Everything in Prometheus' text format. */
  scrape(): Promise<string>;
  /** The same for a scraper; in OpenMetrics, with exemplars, where there are any and `accept` asks for it. */
  scrapeFor(accept: string | undefined): Promise<MetricsPage>;
}

export interface MetricsPage {
  readonly text: string;
  readonly contentType: string;
}

export interface MetricsOptions {
  /** Shows traces beside the buckets of histograms; only where traces are on. */
  readonly hasExemplars?: boolean;
}

/** From half a millisecond, a cached answer, to ten seconds, the longest any request may take. */
const durationBucketsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How often the event loop's delay is sampled. Each sample wakes the process, also when it has nothing to do. */
const loopSampleMs = 100;

export const createMetrics = (service: string, { hasExemplars = false }: MetricsOptions = {}): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs });
  const build = {
    name: 'repasse_build_info',
    help: 'Which release runs; always 1.',
    labelNames: ['version', 'commit'],
  };
  new Gauge({ ...build, registers: [registry] }).set({ ...readBuildInfo() }, 1);
  const measures: (() => Promise<void>)[] = [];
  const scrape = async (): Promise<string> => {
    await Promise.all(measures.map((measure) => measure()));
    return registry.metrics();
  };
  const histogram = <L extends string>(
    name: string,
    help: string,
    labels: readonly L[] = [],
    buckets: readonly number[] = durationBucketsSeconds,
  ): Histogram<L> =>
    known(registry, name, Histogram<L>) ??
    new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] });
  return {
    measureOnScrape: (work) => void measures.push(work),
    scrape,
    scrapeFor: async (accept) => {
      const text = await scrape();
      return hasExemplars && asksForOpenMetrics(accept)
        ? openMetricsOf(registry, { service })
        : { text, contentType: registry.contentType };
    },
    tracedHistogram: (name, help, labels = [], buckets = durationBucketsSeconds) =>
      hasExemplars
        ? createTracedHistogram(registry, { name, help, labelNames: labels, buckets: [...buckets] })
        : histogram(name, help, labels, buckets),
    registry,
    counter: <L extends string>(name: string, help: string, labels: readonly L[] = []) =>
      known(registry, name, Counter<L>) ?? new Counter({ name, help, labelNames: labels, registers: [registry] }),
    gauge: <L extends string>(name: string, help: string, labels: readonly L[] = []) =>
      known(registry, name, Gauge<L>) ?? new Gauge({ name, help, labelNames: labels, registers: [registry] }),
    histogram,
  };
};

/** A metric that exists under the name already; one of another kind is a mistake in the code. */
const known = <M>(registry: Registry, name: string, Kind: new (...args: never[]) => M): M | undefined => {
  const metric = registry.getSingleMetric(name);
  if (metric === undefined) return undefined;
  if (metric instanceof Kind) return metric;
  throw new Error(`The metric ${name} is registered already, as another kind.`);
};
