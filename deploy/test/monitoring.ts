import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from './compose-file';

const read = (file: string): string => readFileSync(join(root, 'deploy/monitoring', file), 'utf8');

export const prometheusConfigText = read('prometheus.yml');

/** As `host:port`, of one job. */
export const scrapedTargets = (job: string): string[] => {
  const config = load(prometheusConfigText) as {
    scrape_configs: { job_name: string; static_configs?: { targets: string[] }[] }[];
  };
  return config.scrape_configs
    .filter(({ job_name: name }) => name === job)
    .flatMap(({ static_configs: configs = [] }) => configs.flatMap(({ targets }) => targets));
};

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary?: string; readonly action?: string; readonly runbook_url?: string };
}

interface Recording {
  readonly record: string;
  readonly expr: string;
}

interface Target {
  readonly refId: string;
  readonly expr?: string;
  readonly legendFormat?: string;
  readonly rawSql?: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly Target[];
}

interface Variable {
  readonly name: string;
  readonly datasource: { readonly uid: string };
  readonly query: unknown;
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly Variable[] };
  readonly panels: readonly Panel[];
}

const rules = (): readonly (Alert | Recording)[] => {
  const files = readdirSync(join(root, 'deploy/monitoring/rules')).filter((file) => file.endsWith('.yml'));
  return files.flatMap((file) => {
    const { groups } = load(read(`rules/${file}`)) as { groups: { rules: (Alert | Recording)[] }[] };
    return groups.flatMap(({ rules }) => rules);
  });
};

export const alerts = (): readonly Alert[] => rules().filter((rule): rule is Alert => 'alert' in rule);

export const dashboards = (): readonly Dashboard[] =>
  readdirSync(join(root, 'deploy/monitoring/grafana/dashboards')).map(
    (file) => JSON.parse(read(`grafana/dashboards/${file}`)) as Dashboard,
  );

/** Every expression that a rule or a panel of a dashboard evaluates. */
export const expressions = (): string[] => [
  ...rules().map(({ expr }) => expr),
  ...dashboards().flatMap(({ panels }) =>
    panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => (expr === undefined ? [] : [expr]))),
  ),
];

/** The metrics our services measure that an expression names; `up` is Prometheus's own. */
export const metricsIn = (expression: string): string[] =>
  expression.match(/\b(repasse|http|nodejs|process)_\w+/g)?.map((name) => name.replace(/_(bucket|count|sum)$/, '')) ??
  [];

/** The names that a /metrics page describes, also of those that have no value yet. */
export const metricsOf = (page: string): string[] =>
  [...page.matchAll(/^# TYPE (\S+)/gm)]
    .map((match) => match[1] ?? '')
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
