import { projectRoot } from '../../deploy/local/project-root';
import { readStackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { shellBlocks } from '../support/guide';
import { typeStep } from '../support/runbook';
import { typedInstallation } from '../support/typed-installation';

/** In the order of the pages; a step that is added or removed must be typed here, too. */
const [look, migrateAll, replace, see, ...others] = shellBlocks('docs/operations/upgrade.md');
const [lookBack, replaceBack, seeBack, ...othersBack] = shellBlocks('docs/operations/rollback.md');

const testTimeoutMs = 300_000;

/**
 * From this tree to itself and back: that a release which really is another one comes back is shown by
 * previous-and-this.e2e.spec.ts. Here the pages are shown to be right.
 */
describe('the runbooks of an upgrade and its rollback, run as written', () => {
  const installation = typedInstallation('upgrade');
  const { dataDir } = installation;
  const variables: Record<string, string> = { NEW: projectRoot, OLD: projectRoot };
  const type = (step = '') => typeStep(step, variables);

  beforeAll(async () => {
    Object.assign(variables, await installation.prepare());
    await type(replace?.slice(replace.indexOf('npm start')));
  }, testTimeoutMs);

  afterAll(() => installation.remove(), testTimeoutMs);

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
