import { MerchantApi } from '../support/api';
import { shellBlocks } from '../support/guide';
import { describeOn } from '../support/on-each-bus';
import { typeStep } from '../support/runbook';

/** Each of some twelve files is read again within ten seconds. */
const testTimeoutMs = 240_000;

describeOn('postgres', 'the runbook of keys, typed as written', (stack) => {
  it(
    'replaces each key while the system goes on',
    async () => {
      const before = await MerchantApi.signIn(stack.file);
      const headers = { 'idempotency-key': 'before-the-rotation' };
      const first = await before.createPixCharge({}, headers);
      const [put = '', ...sections] = shellBlocks('docs/operations/rotate-keys.md');
      const variables = { DATA: stack.dataFolder, BY: 'Rita', WHY: 'INC-8' };
      const printed: string[] = [];
      for (const section of sections) printed.push(await typeStep(`${put}\n${section}`, variables));

      const said = printed.join('\n');
      expect(said.match(/Would seal 0 rows anew/g)).toHaveLength(3);
      expect(said).toContain('repasse_charge is there, with its rights.');
      expect(said).toMatch(/Made the signing key \S+\./);
      expect(sections).toHaveLength(6);

      // A repeat is known by the former key; who signs in now has a token of identity's, whose keys were sealed anew.
      const again = await before.createPixCharge({}, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      const after = await MerchantApi.signIn(stack.file);
      expect((await after.createPixCharge({})).status).toBe(200);
    },
    testTimeoutMs,
  );
});
