import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf, installTimeoutMs, runTimeoutMs } from '../../clients/python/test/environment';
import { secondPython } from '../../clients/python/test/second-python';
import { MerchantApi } from '../support/api';
import { installNodes, nodesInstallTimeoutMs, nodeVersions, type NodeVersion } from '../support/node-versions';
import { describeOnShared } from '../support/on-each-bus';

const clients = join(__dirname, '../../clients');
const run = promisify(execFile);

interface Order {
  readonly chargeId: string;
  readonly payoutId: string;
}

/** The built packages on what merchants run; the other suites run them on the Node and the Python of this machine. */
describeOnShared('postgres', 'an integrator', (stack) => {
  const home = mkdtempSync(join(tmpdir(), 'repasse-versions-'));

  const env = (): NodeJS.ProcessEnv => ({
    ...{ PATH: process.env['PATH'], XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') },
    REPASSE_BASE_URL: stack.file.baseUrl,
    REPASSE_SANDBOX_URL: stack.file.sandboxUrl,
    REPASSE_CLIENT_ID: stack.file.merchant.clientId,
    REPASSE_CLIENT_SECRET: stack.file.merchant.clientSecret,
    REPASSE_WEBHOOK_SECRET: stack.file.merchant.webhookSecret,
  });
  const printed = async (program: string, ...args: readonly string[]): Promise<string> =>
    (await run(program, args, { env: env(), timeout: runTimeoutMs })).stdout;
  const isPaidOut = async (order: string): Promise<void> => {
    const { chargeId, payoutId } = JSON.parse(order) as Order;
    const api = await MerchantApi.signIn(stack.file);
    expect((await api.charge(chargeId)).status).toBe('PAID');
    expect(payoutId).toMatch(/^wd_/);
  };

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  describe.each(nodeVersions)('on Node %s', (version) => {
    let node: string;

    beforeAll(async () => {
      node = (await installNodes())(version);
    }, nodesInstallTimeoutMs);

    it('runs that version', async () => {
      expect(await printed(node, '--version')).toMatch(leastOf[version]);
    });

    it('takes an order from its charge to the payout by the SDK', () => order(node), runTimeoutMs);

    it(
      'finds nothing in the way at the command line, and gives a charge back there',
      async () => {
        const cli = join(clients, 'cli/dist/repasse.cjs');
        expect(await printed(node, cli, 'doctor')).not.toContain('false');
        expect(await printed(node, cli, '--json', 'trigger', 'refund.succeeded')).toContain('"re_');
      },
      runTimeoutMs,
    );
  });

  const order = async (node: string): Promise<void> =>
    isPaidOut(await printed(node, join(clients, 'typescript/examples/order.mjs')));

  it(
    'takes an order from its charge to the payout on a second Python',
    async () => {
      const python = join(await environmentOf(secondPython(), 'run'), 'bin/python');
      expect(await printed(python, '--version')).not.toContain(' 3.11.');
      await isPaidOut(await printed(python, join(clients, 'python/examples/order.py')));
    },
    installTimeoutMs,
  );
});

/** 20.19 is what `engines` promises. */
const leastOf: Readonly<Record<NodeVersion, RegExp>> = { '20': /^v20\.19\./, '22': /^v22\./, '24': /^v24\./ };
