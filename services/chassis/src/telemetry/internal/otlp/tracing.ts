import { randomUUID } from 'node:crypto';
import { type TracingConfig } from '../../../config/internal/tracing-settings';
import { type Logger } from '../../../log/logger';
import { createOutageLog } from '../../../log/internal/outage-log';
import { readBuildInfo } from '../build-info';
import { createSampler } from '../sampling';
import { createExport } from './exporter';
import { createRecorder, type OpenRecorder } from './recorder';

export interface TracingOptions {
  readonly service: string;
  readonly endpoint: string;
  readonly config: TracingConfig;
  readonly log: Logger;
  readonly onExported: (spans: number, outcome: 'exported' | 'failed') => void;
}

/** Everything of OpenTelemetry is loaded behind this file, and this file only where traces are on. */
export const openRecorder = ({ service, endpoint, config, log, onExported }: TracingOptions): OpenRecorder => {
  const outage = createOutageLog({ log, over: 'spans are sent again' });
  const processor = createExport({
    endpoint,
    headers: config.headers ?? {},
    onExported: (spans, fault) => {
      onExported(spans, fault === undefined ? 'exported' : 'failed');
      if (fault === undefined) outage.recovered();
      else outage.failed({ fault: fault.message, spans }, 'spans were not sent and are lost');
    },
  });
  return createRecorder({
    sampler: createSampler(config.sampler, config.ratio),
    processor,
    resource: {
      'service.name': config.serviceName ?? service,
      'service.namespace': 'repasse',
      'service.version': readBuildInfo().version,
      'service.instance.id': randomUUID(),
      ...config.resourceAttributes,
    },
  });
};
