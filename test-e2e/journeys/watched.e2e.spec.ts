import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { projectRoot } from '../../deploy/local/project-root';
import { alerts, dashboards } from '../../deploy/test/monitoring';
import { MerchantApi } from '../support/api';
import { expressionsOf, faultOf, scrapeInterval, selectorsIn, sqlOf } from '../support/asked-panels';
import { travelEveryWay } from '../support/every-journey';
import { startExporters, type Exporters } from '../support/exporters';
import { describeOnShared } from '../support/on-each-bus';
import { startPrometheus, type RunningPrometheus } from '../support/prometheus';
import { type SharedStack } from '../support/shared-stack';

const rules = join(projectRoot, 'deploy/monitoring/rules');
const ruleFiles = readdirSync(rules)
  .filter((file) => file.endsWith('.yml'))
  .map((file) => join(rules, file));

/** Series come with the next scrape and the rules that are built on them; a rate needs two. */
const scraped = { timeoutMs: 60_000, everyMs: 2_000 };
const startTimeoutMs = 180_000;

/** Alerts whose series a local installation cannot have. */
const notHere: Readonly<Record<string, string>> = {
  CertificateEndsSoon: 'no connection of a local installation is opened with a certificate',
  CertificateEnds: 'the same',
};

const watched = (stack: SharedStack): void => {
  let exporters: Exporters;
  let prometheus: RunningPrometheus;
  let merchant: MerchantApi;
  let fromMs = 0;
  const stops: (() => Promise<void>)[] = [];
  const range = () => ({ fromMs, toMs: Date.now(), stepSeconds: 5 });

  beforeAll(async () => {
    fromMs = Date.now();
    exporters = await startExporters(stack.file);
    stops.push(exporters.stop);
    const targets = { ...stack.file.metrics, ...exporters.targets };
    prometheus = await startPrometheus({ targets, ruleFiles, scrapeInterval, evaluationInterval: scrapeInterval });
    stops.push(prometheus.stop);
    merchant = await MerchantApi.signIn(stack.file);
    // What happens before the first reading is no increase.
    const count = Object.values(targets).flat().length;
    await eventuallyHolds(async () => {
      const read = await prometheus.targets();
      expect(read.filter(({ health }) => health !== 'up')).toEqual([]);
      expect(read).toHaveLength(count);
    }, scraped);
    await travelEveryWay(merchant, stack.dataFolder);
  }, startTimeoutMs * 2);

  afterAll(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  it('is read on every side: services, broker, database and machine', async () => {
    const jobs = (await prometheus.targets()).map(({ job }) => job);
    expect([...new Set(jobs)].toSorted()).toEqual(['kafka', 'machine', 'postgresql', 'repasse']);
  });

  it.each(dashboards().map((dashboard) => [dashboard.title, dashboard] as const))(
    '%s: each panel has values, and each legend its labels',
    async (_title, dashboard) => {
      await eventuallyHolds(async () => {
        // A series that is born with its first value has no increase: a rate needs one more.
        await merchant.createPixCharge();
        const faults = await Promise.all(expressionsOf(dashboard).map((asked) => faultOf(prometheus, asked, range())));
        expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
      }, scraped);
    },
  );

  it('answers each question about one merchant with rows, to a role that only reads', async () => {
    const { userId } = stack.file.merchant;
    const session = await openSession({ url: exporters.viewsUrl, name: 'dashboards' });
    const sqls = dashboards().flatMap((dashboard) => sqlOf(dashboard, userId));
    const empty = await Promise.all(
      sqls.map(async ({ title, sql }) => ((await session.query(sql)).length > 0 ? [] : [title])),
    );
    await session.close();

    expect(sqls.length).toBeGreaterThan(5);
    expect(empty.flat()).toEqual([]);
  });

  it('has every series that an alert reads', async () => {
    const asked = alerts()
      .filter(({ alert }) => !(alert in notHere))
      .flatMap(({ alert, expr }) => selectorsIn(expr).map((selector) => ({ alert, selector })));
    await eventuallyHolds(async () => {
      const missing = await Promise.all(
        asked.map(async ({ alert, selector }) =>
          (await prometheus.query(selector)).length > 0 ? [] : [`${alert}: ${selector}`],
        ),
      );
      expect(missing.flat()).toEqual([]);
    }, scraped);
  });

  it('takes every expression of an alert', async () => {
    for (const { expr } of alerts()) await prometheus.query(expr);
    expect(alerts().length).toBeGreaterThan(20);
  });
};

const programs = ['prometheus', 'prometheus-postgres-exporter', 'prometheus-node-exporter'];
const missing = programs.filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0);
if (missing.length === 0 || process.env['CI'] === 'true') {
  describeOnShared('kafka', 'a system that is watched', watched);
} else {
  process.stderr.write(`Skipped: what asks Prometheus. This machine lacks ${missing.join(', ')} (Debian).\n`);
  describe.skip('a system that is watched', () => it('needs what the line above names', () => undefined));
}
