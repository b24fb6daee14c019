import { type Context } from '../context';
import { CommandError, exitCodes } from '../exit-codes';

const timeoutMs = 20_000;

/** Calls the simulated world of an installation; where there is none, says so. */
export const callSandbox = async (context: Context, path: string, body: object): Promise<object> => {
  const { sandboxUrl, name } = context.profile();
  if (sandboxUrl === undefined) {
    throw new CommandError(`Profile ${name} has no sandbox: sign in with --sandbox-url or --local.`, exitCodes.usage);
  }
  const answer = await context.world.fetch(`${sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new CommandError(`The sandbox answered ${String(answer.status)}: ${text}`);
  return text === '' ? {} : (JSON.parse(text) as object);
};

export const payInSandbox = (context: Context, emv: string): Promise<object> =>
  callSandbox(context, '/sandbox/pix/pay', { emv });
