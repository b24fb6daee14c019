import { type TracingConfig } from '../config/internal/tracing-settings';
import { type Logger } from '../log/logger';
import { bornAtZero } from './born-at-zero';
import { type Metrics } from './metrics';
import { recordSpansBy } from './spans';

export interface Tracing {
  /** Sends the spans that wait, and records no more. */
  stop(): Promise<void>;
}

export interface TracingStart {
  readonly service: string;
  readonly config: TracingConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Records spans from now on where a collector is set. Otherwise nothing of OpenTelemetry is even loaded. */
export const startTracing = async ({ service, config, log, metrics }: TracingStart): Promise<Tracing | undefined> => {
  const { endpoint } = config;
  if (endpoint === undefined) return undefined;
  const sent = metrics.counter('repasse_spans_sent_total', 'Spans given to the collector, by outcome.', ['outcome']);
  bornAtZero(sent, { outcome: ['exported', 'failed'] });
  const { openRecorder } = await import('./internal/otlp/tracing.ts');
  const onExported = (spans: number, outcome: string): void => sent.inc({ outcome }, spans);
  const recorder = openRecorder({ service, endpoint, config, log, onExported });
  recordSpansBy(recorder);
  log.info({ collector: new URL(endpoint).host, sampler: config.sampler, ratio: config.ratio }, 'recording traces');
  return {
    stop: async () => {
      recordSpansBy(undefined);
      await recorder.close();
    },
  };
};
