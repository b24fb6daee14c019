import { invoices, type Panel, prometheus } from './panel';

export type Variable = {
  readonly name: string;
  readonly label: string;
  readonly about: string;
} & ({ readonly labelValues: string } | { readonly rawSql: string });

export interface Board {
  /** In the address; the file has its name. */
  readonly uid: string;
  readonly title: string;
  readonly about: string;
  readonly from?: string;
  readonly refresh?: string;
  readonly variables?: readonly Variable[];
  readonly rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[];
}

const lineWidth = 24;

/** Grafana's JSON, of schema version 41, as version 12 writes it. */
export const dashboardOf = (board: Board) => ({
  ...{ uid: board.uid, title: board.title, description: board.about, tags: ['repasse'], timezone: 'browser' },
  ...{ schemaVersion: 41, version: 1, editable: false, graphTooltip: 1, fiscalYearStartMonth: 0 },
  refresh: board.refresh ?? '30s',
  time: { from: board.from ?? 'now-1h', to: 'now' },
  timepicker: {},
  // Every board leads to the others, with the time that is looked at.
  links: [
    {
      ...{ type: 'dashboards', title: 'Repasse', tags: ['repasse'], asDropdown: true, icon: 'external link' },
      ...{ includeVars: false, keepTime: true, targetBlank: false, tooltip: '', url: '' },
    },
  ],
  templating: { list: (board.variables ?? []).map(variableOf) },
  annotations: { list: [] },
  panels: placed(board.rows),
});

const variableOf = (variable: Variable) => {
  const { name, label, about: description } = variable;
  const common = { name, label, description, type: 'query', refresh: 2, hide: 0 };
  if ('rawSql' in variable) {
    const query = variable.rawSql;
    return {
      ...common,
      datasource: invoices,
      query,
      definition: query,
      sort: 0,
      includeAll: false,
      multi: false,
      current: {},
    };
  }
  const query = `label_values(${variable.labelValues})`;
  return {
    ...common,
    ...{
      datasource: prometheus,
      query: { query, refId: name },
      definition: query,
      sort: 1,
      includeAll: true,
      multi: true,
    },
    ...{ allValue: '.*', current: { text: 'All', value: '$__all' } },
  };
};

type Placed = Omit<Panel, 'w' | 'h'> & {
  readonly id: number;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
};

/** From left to right and line by line; a line is as high as its highest panel. */
const placed = (rows: Board['rows']): readonly Placed[] => {
  const panels: Placed[] = [];
  let [x, y, height] = [0, 0, 0];
  const endLine = (): void => {
    [x, y, height] = [0, y + height, 0];
  };
  const place = ({ w, h, ...panel }: Panel): void => {
    if (x + w > lineWidth) endLine();
    panels.push({ id: panels.length + 1, ...panel, gridPos: { x, y, w, h } });
    [x, height] = [x + w, Math.max(height, h)];
  };
  for (const { title, panels: ofRow } of rows) {
    endLine();
    place({ type: 'row', title, w: lineWidth, h: 1 });
    endLine();
    ofRow.forEach(place);
  }
  return panels;
};
