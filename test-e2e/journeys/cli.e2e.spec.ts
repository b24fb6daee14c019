import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { dayAt } from '@repasse/values/brasilia-time';
import { Webhook } from 'standardwebhooks';
import { McpClient } from '../support/mcp-client';
import { describeOnShared } from '../support/on-each-bus';

const program = join(__dirname, '../../clients/cli/dist/repasse.cjs');
const run = promisify(execFile);
/** Some commands wait until what they made has happened. */
const commandTimeoutMs = 60_000;

interface Told {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly charge?: { readonly id: string } };
}

/** The built file, as a developer runs it. */
describeOnShared('postgres', 'a developer at the command line', (stack) => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-cli-'));
  const received: Told[] = [];
  let receiver: Server;
  let url = '';
  let listener: ChildProcess | undefined;

  const env = (): NodeJS.ProcessEnv => ({
    ...{ PATH: process.env['PATH'], XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state') },
    REPASSE_BASE_URL: stack.file.baseUrl,
    REPASSE_SANDBOX_URL: stack.file.sandboxUrl,
    REPASSE_CLIENT_ID: stack.file.merchant.clientId,
    REPASSE_CLIENT_SECRET: stack.file.merchant.clientSecret,
  });
  const repasse = async (...args: readonly string[]): Promise<string> =>
    (await run(process.execPath, [program, ...args], { env: env(), timeout: commandTimeoutMs })).stdout;
  const answer = async <Body>(...args: readonly string[]): Promise<Body> =>
    JSON.parse(await repasse('--json', ...args)) as Body;
  const trigger = async (event: string): Promise<string> =>
    (await answer<{ readonly chargeId: string }>('trigger', event)).chargeId;
  const listen = async (): Promise<void> => {
    const child = spawn(process.execPath, [program, 'listen', '--forward-to', url], { env: env() });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    listener = child;
    await eventually(() => said.includes('Connected'));
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = listener;
    listener = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const isTold = (chargeId: string, type: string) =>
    eventuallyHolds(() => {
      const found = received.filter((each) => each.data.charge?.id === chargeId && each.type === type);
      expect(found).toHaveLength(1);
    });

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const headers = request.headers as Record<string, string>;
        received.push(new Webhook(stack.file.merchant.webhookSecret).verify(body, headers) as Told);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/webhooks`;
  });
  afterAll(async () => {
    await end('SIGKILL');
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds that nothing stands in the way, and whose key it is', async () => {
    expect(await repasse('doctor')).not.toContain('false');
    expect(await answer('whoami')).toMatchObject({ userId: stack.file.merchant.userId });
  });

  it('has each event once on their machine, signed, also over sleep, a crash and a restart', async () => {
    await listen();
    await isTold(await trigger('charge.paid'), 'charge.paid');

    listener?.kill('SIGSTOP');
    const asleep = await trigger('charge.paid');
    listener?.kill('SIGCONT');
    await isTold(asleep, 'charge.paid');

    await end('SIGKILL');
    const away = await trigger('charge.created');
    await listen();
    await isTold(away, 'charge.created');
    await end('SIGINT');

    const ids = received.map(({ id }) => id);
    // What was on its way when it was killed may come again; nothing else does.
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(1);
  });

  it('takes an order through payment, refund and statement', async () => {
    const chargeId = await trigger('charge.paid');
    await eventuallyHolds(async () => {
      const preview = await answer<{ readonly shares: readonly object[] }>('refunds', 'create', chargeId, '--preview');
      expect(preview.shares.length).toBeGreaterThan(0);
    });

    expect(await answer('refunds', 'create', chargeId, '--amount', '30.00')).toMatchObject({ amount: '30.00' });

    expect(await repasse('charges', 'timeline', chargeId)).toContain('30.00');
    expect(await repasse('charges', 'list', '--limit', '5')).toContain(chargeId);
    expect(await answer('balance')).toMatchObject({ currency: 'BRL' });
    const today = dayAt(new Date());
    expect(await repasse('statement', '--from', today, '--to', today, '--format', 'ofx')).toContain('OFXHEADER');
  });

  it('lets an assistant find a paid charge, and refund it only with the flag and the preview', async () => {
    const chargeId = await trigger('charge.paid');
    await eventuallyHolds(async () => {
      expect(await answer('charges', 'get', chargeId)).toMatchObject({ status: 'PAID' });
    });

    const reader = new McpClient(program, ['mcp'], env());
    expect(await reader.initialize()).toMatchObject({ protocolVersion: '2025-06-18' });
    expect(await reader.toolNames()).toEqual(expect.arrayContaining(['find_charges', 'get_charge', 'find_sellers']));
    const found = await reader.call('find_charges', { status: 'PAID', amount: '100.00', limit: 50 });
    expect(found.structuredContent['rows']).toContainEqual(expect.objectContaining({ id: chargeId }));
    expect(await reader.call('get_charge', { chargeId })).toMatchObject({
      structuredContent: { charge: { status: 'PAID' }, attempts: [{ paymentMethod: 'PIX' }] },
    });
    expect(await reader.call('create_refund', { chargeId })).toMatchObject({
      ...{ isError: true, structuredContent: { error: { code: 'mcp.writes_not_allowed' } } },
    });
    expect(await reader.close()).toBe(0);
    expect(await repasse('--json', 'refunds', 'list', chargeId)).toBe('');

    const writer = new McpClient(program, ['mcp', '--allow-writes'], env());
    await writer.initialize();
    const input = { chargeId, amount: '40.00' };
    const preview = (await eventually(async () => {
      const { isError, structuredContent } = await writer.call('create_refund', input);
      return isError ? undefined : structuredContent;
    })) as { readonly digest: string; readonly preview: { readonly shares: readonly object[] } };
    expect(preview.preview.shares.length).toBeGreaterThan(0);
    const confirmed = { ...input, confirm: true, digest: preview.digest };
    const done = await writer.call('create_refund', confirmed);
    expect(done).toMatchObject({ isError: false, structuredContent: { done: { amount: '40.00' } } });
    // An assistant that lost the answer asks again, and gives nothing back twice.
    expect((await writer.call('create_refund', confirmed)).structuredContent).toMatchObject({
      done: { id: (done.structuredContent['done'] as { readonly id: string }).id },
    });
    expect(await writer.call('list_refunds', { chargeId })).toMatchObject({
      structuredContent: { rows: [{ amount: '40.00' }] },
    });
    expect(await writer.close()).toBe(0);
  });

  it('learns by the exit code why something was not done', async () => {
    const failed = repasse('charges', 'get', 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2');
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('charge.not_found') as string,
    });
  });
});
