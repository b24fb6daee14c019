import { tokenFor } from '../../deploy/local/seed';
import { describeOn } from '../support/on-each-bus';
import { fuzz, installSchemathesis } from '../support/schemathesis';

/** Two minutes in every run; more with FUZZ_SECONDS. Another FUZZ_SEED tries other requests. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 120);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

const installTimeoutMs = 200_000;

/** The caller would lose its own rights, and every request after it would be refused. */
const endTheRun = ['updateUser', 'revokeApiKey', 'revokeOwnApiKey'];

describeOn('postgres', 'the API', (stack) => {
  beforeAll(() => installSchemathesis(), installTimeoutMs);

  it(
    'answers nothing that its description does not know, and never with a fault of its own',
    async () => {
      const { baseUrl, admin } = stack.file;
      const token = await tokenFor(baseUrl, admin.clientId, admin.clientSecret);

      expect(await fuzz({ baseUrl, token, seed, seconds, without: endTheRun })).toBeUndefined();

      expect(stack.deaths).toEqual([]);
    },
    (seconds + 90) * 1_000,
  );
});
