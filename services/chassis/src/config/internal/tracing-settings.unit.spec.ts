import { readConfig, type ConfigError } from '../config';
import { tracingSettings } from './tracing-settings';

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, tracingSettings);
    return [];
  } catch (fault) {
    return (fault as ConfigError).faults;
  }
};

describe('settings of traces', () => {
  it('are off by default', () => {
    expect(readConfig({}, tracingSettings)).toMatchObject({ endpoint: undefined, ratio: 1 });
  });

  it('are read as every SDK of OpenTelemetry reads them', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-tenant=1',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    };

    expect(readConfig(env, tracingSettings)).toMatchObject({
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Bearer abc', 'x-tenant': '1' },
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
      resourceAttributes: { 'deployment.environment.name': 'staging' },
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a token'],
    ['OTEL_TRACES_SAMPLER', 'tenth'],
    ['OTEL_TRACES_SAMPLER_ARG', '10'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });
});
