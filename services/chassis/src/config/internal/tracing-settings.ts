import { samplers } from '../../telemetry/internal/sampling';
import { type ConfigOf } from '../config';
import { oneOf, optional, secretWords, setting, text, url, type Reading } from '../settings';

type Pairs = Readonly<Record<string, string>>;

const readPairs = (raw: string): Reading<Pairs> => {
  try {
    return { value: Object.freeze(Object.fromEntries(raw.split(',').map(pairOf))) };
  } catch {
    return { fault: 'must be a list as name=value,name=value, whose values are percent-encoded.' };
  }
};

const pairOf = (item: string): readonly [string, string] => {
  const at = item.indexOf('=');
  const name = item.slice(0, Math.max(0, at)).trim();
  if (!/^[\w.-]+$/.test(name)) throw new Error('A pair without a name.');
  return [name, decodeURIComponent(item.slice(at + 1).trim())];
};

const pairs = (name: string, about: string) =>
  optional(setting<Pairs>(name, 'a list `name=value,…`', readPairs, { about }));

const readRatio = (raw: string): Reading<number> => {
  const value = /^\d(\.\d{1,9})?$/.test(raw) ? Number(raw) : Number.NaN;
  return value <= 1 ? { value } : { fault: 'must be a number from 0 to 1, as 0.1.' };
};

/** Spans for an OpenTelemetry collector, under the names that every SDK of OpenTelemetry reads. */
export const tracingSettings = {
  endpoint: optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', {
      about: 'the collector to which spans are sent by OTLP over HTTP (its port 4318); no spans while it is not set',
      protocols: ['http', 'https'],
    }),
  ),
  headers: secretWords(pairs('OTEL_EXPORTER_OTLP_HEADERS', 'headers for the collector, as a token for it')),
  sampler: oneOf('OTEL_TRACES_SAMPLER', samplers, {
    about:
      'which traces are recorded; those whose name begins with `parentbased_` do as the caller says where there is one',
    default: 'parentbased_always_on',
  }),
  ratio: setting('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', readRatio, {
    about: 'the share of traces that a sampler `…traceidratio` records',
    default: 1,
  }),
  serviceName: optional(text('OTEL_SERVICE_NAME', { about: 'the name in spans, instead of that of the program' })),
  resourceAttributes: pairs(
    'OTEL_RESOURCE_ATTRIBUTES',
    'attributes of every span, as deployment.environment.name=production',
  ),
};

export type TracingConfig = ConfigOf<typeof tracingSettings>;
