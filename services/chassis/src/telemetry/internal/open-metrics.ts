import { Counter, Registry, type OpenMetricsContentType } from 'prom-client';

/** Prometheus asks for it; a person's browser or curl does not, and gets the text that every tool reads. */
export const asksForOpenMetrics = (accept: string | undefined): boolean =>
  accept?.includes('application/openmetrics-text') === true;

/**
 * The same metrics in OpenMetrics, the one format that has exemplars. Writing it cuts `_total` off the names of counters
 * for good, so it gets counters of its own that see through to those of the registry.
 */
export const openMetricsOf = async (registry: Registry, defaultLabels: object) => {
  const open = new Registry<OpenMetricsContentType>();
  open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  open.setDefaultLabels(defaultLabels);
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (metric === undefined) continue;
    open.registerMetric(metric instanceof Counter ? (Object.create(metric) as Counter) : metric);
  }
  return { text: await open.metrics(), contentType: open.contentType };
};
