import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../deploy/local/project-root';
import { tokenFor } from '../../deploy/local/seed';
import { shellBlocks } from '../support/guide';
import { startPrometheus, type RunningPrometheus } from '../support/prometheus';
import { typeStep } from '../support/runbook';
import { SharedStack } from '../support/shared-stack';

const folder = 'docs/operations/alerts';
const pages = readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** Some forty short commands, a few at a time. */
const testTimeoutMs = 300_000;
const atOnce = 3;

describe('the pages of alerts, their diagnosis run as written', () => {
  const stack = new SharedStack('postgres');
  let prometheus: RunningPrometheus;

  beforeAll(async () => {
    await stack.join();
    prometheus = await startPrometheus({ targets: stack.file.metrics });
  });
  afterAll(async () => {
    await prometheus.stop();
    await stack.leave();
  });

  it(
    'looks at a system that is well without a fault',
    async () => {
      const { baseUrl, admin } = stack.file;
      const token = await tokenFor(baseUrl, admin.clientId, admin.clientSecret);
      const variables = { DATA: stack.dataFolder, PROMETHEUS: prometheus.url, API: baseUrl, TOKEN: token };
      const left = [...pages];
      const reader = async (): Promise<void> => {
        for (let page = left.shift(); page !== undefined; page = left.shift()) {
          const [diagnosis = '', ...others] = shellBlocks(`${folder}/${page}`);
          expect({ page, others }).toEqual({ page, others: [] });
          await typeStep(diagnosis, variables);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, reader));
      expect(pages.length).toBeGreaterThan(25);
    },
    testTimeoutMs,
  );
});
