import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { readStackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { shellBlocks, typeIntoShell } from '../support/guide';
import { describeOnShared } from '../support/on-each-bus';

/** The commands a newcomer types. */
const quickStart = shellBlocks('README.md').filter((block) => block.includes('stack()'));

describeOnShared('postgres', 'the README’s quick start, typed as written', (stack) => {
  it('ends with a paid charge and a verified webhook', async () => {
    expect(quickStart).toHaveLength(1);
    const output = await typeIntoShell(quickStart, stack.dataFolder);
    const chargeId = /ch_[0-9A-Z]{26}/.exec(output)?.[0] ?? '';

    // The merchant of the README is the one that every new system has.
    const merchant = await MerchantApi.signIn(readStackFile(stack.dataFolder));
    await eventuallyHolds(async () => {
      expect((await merchant.charge(chargeId)).status).toBe('PAID');
      const messages = await merchant.inbox('demo');
      expect(messages.length).toBeGreaterThanOrEqual(1);
      expect(messages.every(({ verified }) => verified)).toBe(true);
    });
  });
});
