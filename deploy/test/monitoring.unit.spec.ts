import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './compose-file';
import { alerts, expressions, metricsIn } from './monitoring';

/** The sources of everything that runs and measures. */
const sources = (): string => {
  const folders = ['deploy/edge', ...readdirSync(join(root, 'services')).map((name) => `services/${name}/src`)];
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    )
    .join('\n');
};

/** What processes measure by themselves is not named in our sources. */
const isOurs = (name: string): boolean => /^(repasse|http)_/.test(name);

const measured = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/(?:\.(?:counter|gauge|histogram|tracedHistogram)\(\s*|\bname: )'(\w+)'/g)].map(
      ([, name]) => name ?? '',
    ),
  );

describe('alerts and dashboard', () => {
  it('name no metric that nothing measures', () => {
    const names = measured(sources());
    const shown = new Set(expressions().flatMap(metricsIn).filter(isOurs));

    expect([...shown].filter((name) => !names.has(name))).toEqual([]);
    expect(shown.size).toBeGreaterThan(25);
  });

  it('tell what is wrong, what to do, and whether it can wait', () => {
    const wanting = alerts().filter(
      ({ labels, annotations }) =>
        !['page', 'ticket', 'watchdog'].includes(labels.severity) || !annotations.summary || !annotations.action,
    );

    expect(wanting).toEqual([]);
    expect(new Set(alerts().map(({ alert }) => alert)).size).toBe(alerts().length);
  });
});
