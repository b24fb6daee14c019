import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';

export interface ExporterOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A batch was taken by the collector, or was not. */
  readonly onExported: (spans: number, fault: Error | undefined) => void;
}

/** Spans leave together. More wait while the collector is away than are sent at once; when these are full, later ones are lost. */
const batchOptions = { scheduledDelayMillis: 2_000, maxExportBatchSize: 512, maxQueueSize: 4_096 };

/** A stop waits for the last batch, and no longer than its hook may take. */
const timeoutMillis = 5_000;

/** Sends spans in batches, apart from the work that they record: a collector that is away costs spans and nothing else. */
export const createExport = ({ endpoint, headers, onExported }: ExporterOptions): SpanProcessor => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers }, timeoutMillis });
  const counted: SpanExporter = {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        onExported(
          spans.length,
          result.code === ExportResultCode.SUCCESS ? undefined : (result.error ?? new Error('The spans were refused.')),
        );
        onResult(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
  return new BatchSpanProcessor({ exporter: counted, exportTimeoutMillis: timeoutMillis * 2, ...batchOptions });
};
