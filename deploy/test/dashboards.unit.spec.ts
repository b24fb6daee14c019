import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardFiles } from '../monitoring/grafana/boards';
import { composeText, root } from './compose-file';
import { dashboards } from './monitoring';

const folder = 'deploy/monitoring/grafana/dashboards';
const all = dashboards().map((dashboard) => [dashboard.title, dashboard] as const);

describe('the dashboards', () => {
  it('are those of the boards; else run npm run dashboards', () => {
    const files = readdirSync(join(root, folder)).map((file) => [
      file,
      JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as unknown,
    ]);
    const written = Object.entries(dashboardFiles()).map(([file, text]) => [file, JSON.parse(text) as unknown]);

    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(written));
  });

  it('have an address each, and Grafana begins with one that is there', () => {
    const uids = all.map(([, { uid }]) => uid);
    const home = /HOME_DASHBOARD_PATH: \/etc\/grafana\/dashboards\/(\S+)/.exec(composeText)?.[1];

    expect(new Set(uids).size).toBe(uids.length);
    expect(readdirSync(join(root, folder))).toContain(home);
  });

  it.each(all)('%s: panels cover each other nowhere and stay in the line', (_title, { panels }) => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );

    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it.each(all)('%s: each panel but rows asks a source that is provisioned', (_title, { panels }) => {
    const provisioning = join(root, 'deploy/monitoring/grafana/provisioning/datasources');
    const sources = readdirSync(provisioning).map((file) => readFileSync(join(provisioning, file), 'utf8'));
    const known = sources.flatMap((text) => [...text.matchAll(/^ {4}uid: (\S+)/gm)].map(([, uid]) => uid));
    const asking = panels.filter(({ type }) => type !== 'row');

    expect(known.length).toBe(2);
    expect(asking.filter(({ datasource }) => !known.includes(datasource?.uid))).toEqual([]);
    expect(asking.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
    const refIds = asking.map(({ targets = [] }) => targets.map(({ refId }) => refId));
    expect(refIds.filter((ids) => new Set(ids).size < ids.length)).toEqual([]);
  });

  it.each(all)('%s: a variable that a question names is one of the dashboard', (_title, { panels, templating }) => {
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr, rawSql }) => expr ?? rawSql ?? ''));
    // Two underscores begin a variable of Grafana's own.
    const named = asked.flatMap((text) => [...text.matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name));

    expect(new Set(named)).toEqual(new Set(templating.list.map(({ name }) => name)));
  });
});
