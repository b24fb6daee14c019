import { type Dashboard } from '../../deploy/test/monitoring';
import { type PrometheusApi, type RangeOptions } from './prometheus-api';

/** An expression of a panel as Grafana would ask it, with the labels that its legend names. */
export interface Asked {
  readonly where: string;
  readonly expr: string;
  readonly legend: string;
}

/** As in prometheus.yml: a page of a service asks the broker, which takes a second or two on a busy machine. */
export const scrapeInterval = '5s';
/** Four times as long, as Grafana has it. */
const rateInterval = '20s';

export const expressionsOf = ({ title, panels }: Dashboard): readonly Asked[] =>
  panels.flatMap((panel) =>
    (panel.targets ?? []).flatMap(({ expr, refId, legendFormat = '' }) =>
      expr === undefined
        ? []
        : [{ where: `${title} / ${panel.title} / ${refId}`, expr: filled(expr), legend: legendFormat }],
    ),
  );

const filled = (expr: string): string =>
  expr.replaceAll('$__rate_interval', rateInterval).replaceAll('$__range', '1h').replaceAll('$service', '.*');

/** Undefined if it has values and all labels of its legend; else the reason that it would be an empty or nameless line. */
export const faultOf = async (
  prometheus: PrometheusApi,
  asked: Asked,
  range: RangeOptions,
): Promise<string | undefined> => {
  try {
    const series = await prometheus.queryRange(asked.expr, range);
    const seen = series.filter(({ values }) => values.some((value) => !Number.isNaN(value)));
    if (seen.length === 0) return `${asked.where}: ${series.length === 0 ? 'no series' : 'no number'} of ${asked.expr}`;
    const named = [...asked.legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label ?? '');
    const missing = named.filter((label) => series.some(({ labels }) => labels[label] === undefined));
    return missing.length === 0 ? undefined : `${asked.where}: no label ${missing.join(', ')} in ${asked.expr}`;
  } catch (fault) {
    return `${asked.where}: ${String(fault)}`;
  }
};

/** The series that an expression reads, each as Prometheus selects it. */
export const selectorsIn = (expr: string): readonly string[] => [
  ...new Set(expr.match(/\b(?:(?:repasse|http|pg|node|kafka|jvm)[\w:]+|up)\b(?:\{[^}]*\})?/g)),
];

export interface AskedSql {
  readonly title: string;
  readonly sql: string;
}

/** What panels and variables ask PostgreSQL, as Grafana would ask it of one merchant and two days. */
export const sqlOf = ({ panels, templating }: Dashboard, merchantId: number): readonly AskedSql[] => [
  ...templating.list.flatMap(({ name, datasource, query }) =>
    datasource.uid === 'invoices' && typeof query === 'string' ? [{ title: `$${name}`, sql: query }] : [],
  ),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ rawSql }) => (rawSql === undefined ? [] : [{ title, sql: filledSql(rawSql, merchantId) }])),
  ),
];

const filledSql = (sql: string, merchantId: number): string =>
  sql
    .replaceAll(/\$__timeFilter\(([\w.]+)\)/g, "$1 between now() - interval '1 day' and now() + interval '1 day'")
    .replaceAll('${merchant:sqlstring}', `'${String(merchantId)}'`);
