import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Context, type World } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import { type Profile } from '../profiles/profile-file';

interface Asked {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userCode: string;
  readonly approvalUrl: string;
  readonly expiresAt: string;
  readonly intervalSeconds: number;
}

const timeoutMs = 15_000;
const deviceNameMax = 60;

/** Asks for a key that a person approves in the browser, and waits until they have. */
export const loginByBrowser = async (
  { world, print }: Context,
  baseUrl: string,
  scopes: readonly string[] | undefined,
): Promise<Profile> => {
  const address = `${baseUrl.replace(/\/+$/, '')}/device-authorizations`;
  const asked = await ask(world, address, scopes);
  const { approvalUrl, userCode, expiresAt, clientId, clientSecret } = asked;
  if (print.isJson) print.record({ approvalUrl, userCode, expiresAt });
  print.say(`Your code is ${userCode}. Compare it with that of the page, and approve there:\n${approvalUrl}`);
  if (world.stdin.isTTY === true) openBrowser(approvalUrl);
  await approval(world, `${address}/${clientId}`, asked);
  return { baseUrl, clientId, clientSecret };
};

const ask = async (world: World, address: string, scopes: readonly string[] | undefined): Promise<Asked> => {
  const deviceName = `repasse on ${hostname()}`.slice(0, deviceNameMax);
  const answer = await request(world, address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceName, ...(scopes !== undefined && { scopes }) }),
  });
  if (answer.status === 201) return (await answer.json()) as Asked;
  const { detail } = (await answer.json().catch(() => ({}))) as { readonly detail?: string };
  throw new CommandError(`${address} answered ${String(answer.status)}. ${detail ?? ''}`.trim());
};

/** A read that fails is asked again: only the end of the ten minutes, or a decision, ends it. */
const approval = async (world: World, address: string, { intervalSeconds, expiresAt }: Asked): Promise<void> => {
  while (Date.now() < Date.parse(expiresAt)) {
    await wait(intervalSeconds * 1_000, undefined, { signal: world.signal }).catch(() => {
      throw new CommandError('Nobody is signed in.', exitCodes.interrupted);
    });
    const answer = await request(world, address, {}).catch(() => undefined);
    if (answer?.status === 404) break;
    const { status } = answer?.ok === true ? ((await answer.json()) as { readonly status: string }) : { status: '' };
    if (status === 'APPROVED') return;
    if (status === 'REFUSED') throw new CommandError('It was refused in the browser.', exitCodes.notSignedIn);
  }
  throw new CommandError('Nobody approved in time. Sign in again.', exitCodes.notSignedIn);
};

const request = async (world: World, address: string, init: RequestInit): Promise<Response> =>
  world
    .fetch(address, { ...init, signal: AbortSignal.any([world.signal, AbortSignal.timeout(timeoutMs)]) })
    .catch((thrown: unknown) => {
      throw new CommandError(`${address} could not be reached: ${String((thrown as Error).cause ?? thrown)}`);
    });

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** A convenience: the address was printed. */
const openBrowser = (address: string): void => {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
};
