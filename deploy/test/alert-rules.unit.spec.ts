import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from './compose-file';
import { alerts } from './monitoring';

interface RuleTest {
  readonly input_series?: readonly { readonly series: string; readonly values: string }[];
  readonly promql_expr_test: readonly { readonly expr: string; readonly exp_samples: readonly unknown[] }[];
}

const folder = join(root, 'deploy/monitoring/rules/test');
const tests = readdirSync(folder).flatMap(
  (file) => (load(readFileSync(join(folder, file), 'utf8')) as { readonly tests: readonly RuleTest[] }).tests,
);

const alertOf = ({ promql_expr_test: [asked] }: RuleTest): string | undefined =>
  /alertname="(\w+)"/.exec(asked?.expr ?? '')?.[1];
const fires = ({ promql_expr_test: asked }: RuleTest): boolean => asked.some(({ exp_samples: got }) => got.length > 0);
/** Its series is not there at first. */
const isBornLater = ({ input_series: series = [] }: RuleTest): boolean =>
  series.some(({ values }) => values.startsWith('_'));

/** Needs no series, and is never silent. */
const withoutSeries = 'Watchdog';

describe('each rule of an alert', () => {
  const names = alerts()
    .map(({ alert }) => alert)
    .filter((alert) => alert !== withoutSeries);
  const testsOf = (name: string): RuleTest[] => tests.filter((test) => alertOf(test) === name);

  it.each(names)(
    '%s is tested with series that appear, with series that were there, and where it is silent',
    (name) => {
      const firing = testsOf(name).filter(fires);

      expect(testsOf(name).some((test) => !fires(test))).toBe(true);
      expect(firing.some((test) => !isBornLater(test))).toBe(true);
      // Against the usual of two weeks nothing can be said of a series that is young.
      expect(firing.some(isBornLater)).toBe(name !== 'NoChargePaid');
    },
  );

  it('has a page of its name', () => {
    const base = 'http://localhost:8080/docs/operations/alerts';

    expect(alerts().filter(({ alert, annotations }) => annotations.runbook_url !== `${base}/${alert}`)).toEqual([]);
    expect(readdirSync(join(root, 'docs/operations/alerts')).sort()).toEqual(
      ['README', ...alerts().map(({ alert }) => alert)].map((name) => `${name}.md`).sort(),
    );
  });

  it('is named by no test that has outlived it', () => {
    expect(tests.map(alertOf).filter((name) => !names.includes(name ?? '') && name !== withoutSeries)).toEqual([]);
  });
});
