import { type Context } from '../context';
import { CommandError } from '../exit-codes';
import { forward, isTaken } from '../listen/forward';
import { run, type AddCommands } from './command';
import { keyOf } from './who';

interface DoctorOptions {
  readonly to?: string;
}

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Tokens and signatures tell time; a difference of minutes makes them refused. */
const clockToleranceMs = 60_000;

export const addDoctor: AddCommands = (program, world) => {
  program
    .command('doctor')
    .description('look for what stands in the way: address, clock, key, scopes, receiver')
    .option('--to <url>', 'a receiver of webhooks that is tried, too')
    .action(run<DoctorOptions>(world, doctor));
};

const doctor = async (context: Context, { to }: DoctorOptions): Promise<void> => {
  const checks = [reached, clock, key, feed, ...(to === undefined ? [] : [receiver(to)])];
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await check(context));
  context.print.rows(['check', 'ok', 'detail'], findings);
  if (findings.some(({ ok }) => !ok)) throw new CommandError('Something stands in the way.');
};

const found = async (check: string, look: () => Promise<string>): Promise<Finding> => {
  try {
    return { check, ok: true, detail: await look() };
  } catch (thrown) {
    return { check, ok: false, detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
};

const health = ({ world, profile }: Context): Promise<Response> =>
  world.fetch(new URL('/.well-known/jwks.json', profile().baseUrl), { signal: AbortSignal.timeout(15_000) });

const reached = (context: Context): Promise<Finding> =>
  found('address', async () => {
    const { status } = await health(context);
    if (status !== 200) throw new Error(`${context.profile().baseUrl} answered ${String(status)}.`);
    return context.profile().baseUrl;
  });

const clock = (context: Context): Promise<Finding> =>
  found('clock', async () => {
    const told = Date.parse((await health(context)).headers.get('date') ?? '');
    if (Number.isNaN(told)) return 'The installation does not tell its time.';
    const awayMs = Math.abs(Date.now() - told);
    if (awayMs > clockToleranceMs) throw new Error(`It is ${String(Math.round(awayMs / 1_000))} s away from here.`);
    return 'within a minute';
  });

const key = (context: Context): Promise<Finding> =>
  found('key', async () => {
    const { userId, scopes } = await keyOf(context.world, context.profile());
    return `user ${String(userId)}: ${scopes.join(' ')}`;
  });

const feed = ({ client }: Context): Promise<Finding> =>
  found('events', async () => {
    await client().events.list({ limit: 1 });
    return 'can be read';
  });

const receiver =
  (url: string) =>
  ({ client, world }: Context): Promise<Finding> =>
    found('receiver', async () => {
      const { secret } = await client().signingSecret.getWebhookSecret();
      const body = JSON.stringify({
        id: 'msg_doctor',
        type: 'webhook.test',
        timestamp: new Date().toISOString(),
        data: {},
      });
      const done = await forward(url, { id: 'msg_doctor', body }, secret, world.fetch);
      if (!isTaken(done)) throw new Error(`${url} answered ${String(done.status ?? done.fault)}.`);
      return `${url} took a signed message in ${String(done.durationMs)} ms`;
    });
