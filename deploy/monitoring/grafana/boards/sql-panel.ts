import { invoices, type Panel, type Target } from './panel';

interface Look {
  readonly about: string;
  readonly unit?: string;
  readonly w?: number;
  readonly h?: number;
}

const asked = (rawSql: string, format: 'table' | 'time_series'): Target[] => [
  { refId: 'A', datasource: invoices, rawSql, format },
];

const shared = (title: string, { about, unit = 'short', w = 8, h = 8 }: Look) => ({
  ...{ title, description: about, w, h, datasource: invoices },
  fieldConfig: {
    defaults: { unit, thresholds: { mode: 'absolute', steps: [{ color: 'green', value: null }] } },
    overrides: [],
  },
});

/** One row with a column for each number. */
export const sqlStats = (title: string, sql: string, look: Look): Panel => ({
  ...shared(title, { h: 4, ...look }),
  ...{ type: 'stat', targets: asked(sql, 'table') },
  options: {
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    ...{ colorMode: 'value', graphMode: 'none', textMode: 'value_and_name' },
  },
});

export const sqlTable = (title: string, sql: string, look: Look): Panel => ({
  ...shared(title, look),
  ...{ type: 'table', targets: asked(sql, 'table'), options: { showHeader: true, cellHeight: 'sm' } },
});

/** Columns `time`, `metric` (the name of the line) and `value`. */
export const sqlGraph = (title: string, sql: string, look: Look): Panel => ({
  ...shared(title, look),
  ...{ type: 'timeseries', targets: asked(sql, 'time_series') },
  options: {
    legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
});
