import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { projectRoot } from '../../deploy/local/project-root';
import { readStackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { shellBlocks } from '../support/guide';
import { patient } from '../support/patience';
import { typeStep } from '../support/runbook';
import { freePortBase } from '../support/running-stack';

/** In the order of the pages; a step that is added or removed must be typed here, too. */
const [look, migrateAll, replace, see, ...others] = shellBlocks('docs/operations/upgrade.md');
const [lookBack, replaceBack, seeBack, ...othersBack] = shellBlocks('docs/operations/rollback.md');

const testTimeoutMs = 300_000;

/**
 * From this tree to itself and back: that a release which really is another one comes back is shown by
 * previous-and-this.e2e.spec.ts. Here the pages are shown to be right.
 */
describe('the runbooks of an upgrade and its rollback, run as written', () => {
  const place = mkdtempSync(join(tmpdir(), 'repasse-upgrade-'));
  const dataDir = join(place, 'data');
  const variables: Record<string, string> = { DATA: dataDir, NEW: projectRoot, OLD: projectRoot };
  const type = (step = '') => typeStep(step, variables);

  beforeAll(async () => {
    // PostgreSQL runs as a user of its own when this is root.
    chmodSync(place, 0o755);
    variables['PORT_BASE'] = String(await freePortBase());
    await type(replace?.slice(replace.indexOf('npm start')));
  }, testTimeoutMs);

  afterAll(async () => {
    const runner = join(dataDir, 'runner.pid');
    if (existsSync(runner)) await type('kill "$(cat "$DATA/runner.pid")"');
    await eventually(() => Promise.resolve(!existsSync(runner) || undefined), patient);
    rmSync(place, { recursive: true });
  }, testTimeoutMs);

  const builds = (printed: string): number =>
    printed.match(/^repasse_build_info\{version="\d+\.\d+\.\d+",commit="\w+"/gm)?.length ?? 0;

  it(
    'finds what is missing, migrates, replaces the programs and takes them back; the charge of before is there',
    async () => {
      expect([...others, ...othersBack]).toEqual([]);
      const merchant = await MerchantApi.signIn(readStackFile(dataDir));
      const { body } = await merchant.createPixCharge();

      expect((await type(look)).match(/Every file is there already\./g)?.length).toBe(7);
      await type(migrateAll);
      await type(replace);
      const seen = await type(see);
      expect(builds(seen)).toBe(6);
      expect(seen).toContain('deployment');

      expect((await type(lookBack)).match(/Every file is there already\./g)?.length).toBe(7);
      await type(replaceBack);
      expect(builds(await type(seeBack))).toBe(6);

      const again = await MerchantApi.signIn(readStackFile(dataDir));
      expect((await again.charge(body.chargeId)).status).toBe('PENDING');
    },
    testTimeoutMs,
  );
});
