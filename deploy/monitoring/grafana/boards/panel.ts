/** A panel before it has a number and a place; `w` and `h` are Grafana's units, of which a line has 24. */
export interface Panel {
  readonly type: 'stat' | 'timeseries' | 'state-timeline' | 'table' | 'row';
  readonly title: string;
  readonly description?: string;
  readonly w: number;
  readonly h: number;
  readonly datasource?: Datasource;
  readonly targets?: readonly Target[];
  readonly fieldConfig?: object;
  readonly options?: object;
}

export interface Datasource {
  readonly type: string;
  readonly uid: string;
}

/** A question to Prometheus, or to PostgreSQL. */
export type Target =
  | { readonly refId: string; readonly datasource: Datasource; readonly expr: string; readonly legendFormat: string }
  | { readonly refId: string; readonly datasource: Datasource; readonly rawSql: string; readonly format: string };

export const prometheus: Datasource = { type: 'prometheus', uid: 'prometheus' };
export const invoices: Datasource = { type: 'postgres', uid: 'invoices' };

/** Pairs of an expression and the legend of its series. */
export type Query = readonly [expr: string, legend: string];

interface Look {
  readonly about?: string;
  readonly unit?: string;
  readonly w?: number;
  /** From this value on it is red; for ratios of idleness, below it. */
  readonly redFrom?: number;
  readonly max?: number;
}

const targetsOf = (queries: readonly Query[]): Target[] =>
  queries.map(([expr, legendFormat], index) => ({
    ...{ refId: String.fromCodePoint(65 + index), datasource: prometheus, expr, legendFormat },
  }));

const thresholds = (redFrom: number | undefined) => ({
  mode: 'absolute',
  steps: [{ color: 'green', value: null }, ...(redFrom === undefined ? [] : [{ color: 'red', value: redFrom }])],
});

const describedBy = (about: string | undefined) => (about === undefined ? {} : { description: about });

/** One number, now. */
export const stat = (title: string, query: Query, { about, unit = 'short', w = 4, redFrom }: Look = {}): Panel => ({
  ...{ type: 'stat', title, ...describedBy(about), w, h: 4, datasource: prometheus, targets: targetsOf([query]) },
  fieldConfig: { defaults: { unit, min: 0, thresholds: thresholds(redFrom) }, overrides: [] },
  options: {
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    ...{ colorMode: redFrom === undefined ? 'value' : 'background', graphMode: 'area', textMode: 'auto' },
  },
});

/** Lines over time. */
export const graph = (title: string, queries: readonly Query[], look: Look = {}): Panel => {
  const { about, unit = 'short', w = 8, redFrom, max } = look;
  const custom = {
    ...{ drawStyle: 'line', lineWidth: 1, fillOpacity: 10, showPoints: 'auto', spanNulls: true },
    thresholdsStyle: { mode: redFrom === undefined ? 'off' : 'line' },
  };
  return {
    ...{ type: 'timeseries', title, ...describedBy(about), w, h: 8, datasource: prometheus },
    targets: targetsOf(queries),
    fieldConfig: {
      defaults: { unit, min: 0, ...(max !== undefined && { max }), thresholds: thresholds(redFrom), custom },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'table', placement: 'bottom', showLegend: true, calcs: ['lastNotNull', 'max'] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
};

/** States over time, each number with its word and colour. */
export const states = (
  title: string,
  query: Query,
  words: Readonly<Record<number, readonly [text: string, color: string]>>,
  { about, w = 8 }: Look = {},
): Panel => ({
  ...{ type: 'state-timeline', title, ...describedBy(about), w, h: 8, datasource: prometheus },
  targets: targetsOf([query]),
  fieldConfig: {
    defaults: {
      mappings: [
        {
          type: 'value',
          options: Object.fromEntries(
            Object.entries(words).map(([value, [text, color]], index) => [value, { text, color, index }]),
          ),
        },
      ],
      thresholds: thresholds(undefined),
      custom: { fillOpacity: 70, lineWidth: 0 },
    },
    overrides: [],
  },
  options: {
    mergeValues: true,
    showValue: 'auto',
    rowHeight: 0.9,
    legend: { displayMode: 'list', placement: 'bottom' },
  },
});
