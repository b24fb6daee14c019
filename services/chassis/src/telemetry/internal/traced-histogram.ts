import { Histogram, type LabelValues, type Registry } from 'prom-client';
import { currentTrace } from '../trace';
import { isRecordedAt } from './traceparent';

/** A histogram of work that belongs to a trace. */
export interface TracedHistogram<L extends string> {
  /** `traceparent` is of the work; the current trace's when left out. */
  observe(labels: LabelValues<L>, seconds: number, traceparent?: string): void;
}

interface HistogramOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
  readonly buckets: number[];
}

/** Each bucket shows the last trace that is recorded and was counted in it. */
export const createTracedHistogram = <L extends string>(
  registry: Registry,
  options: HistogramOptions<L>,
): TracedHistogram<L> => {
  // The library refuses exemplars on a registry of the older format; in that format they are left out.
  const histogram = new Histogram({ ...options, enableExemplars: true, registers: [] });
  registry.registerMetric(histogram);
  return {
    observe: (labels, value, traceparent = currentTrace()?.traceparent) =>
      histogram.observe({ labels, value, exemplarLabels: exemplarOf(traceparent) }),
  };
};

const none = {};

const exemplarOf = (traceparent: string | undefined): object => {
  if (traceparent === undefined || !isRecordedAt(traceparent)) return none;
  return { trace_id: traceparent.slice(3, 35), span_id: traceparent.slice(36, 52) };
};
