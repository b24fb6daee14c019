import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { projectRoot } from '../../deploy/local/project-root';
import { readStackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { describeOnShared } from '../support/on-each-bus';
import { patient } from '../support/patience';

/** The second shell block of the README: the commands a newcomer types. */
const quickStart = (): string => {
  const blocks = readFileSync(join(projectRoot, 'README.md'), 'utf8').match(/(?<=```sh\n)[^`]*(?=```)/g) ?? [];
  const commands = blocks.find((block) => block.includes('stack()'));
  if (commands === undefined) throw new Error('The README has no quick start.');
  return commands;
};

describeOnShared('postgres', 'the README’s quick start, typed as written', (stack) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'repasse-readme-'));
    symlinkSync(stack.dataFolder, join(folder, '.local'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends with a paid charge and a verified webhook', async () => {
    const output = execFileSync('bash', ['-euo', 'pipefail', '-c', quickStart()], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const chargeId = /ch_[0-9A-Z]{26}/.exec(output)?.[0] ?? '';

    // The merchant of the README is the one that every new system has.
    const merchant = await MerchantApi.signIn(readStackFile(stack.dataFolder));
    await eventuallyHolds(async () => {
      expect((await merchant.charge(chargeId)).status).toBe('PAID');
      const messages = await merchant.inbox('demo');
      expect(messages.length).toBeGreaterThanOrEqual(1);
      expect(messages.every(({ verified }) => verified)).toBe(true);
    }, patient);
  });
});
