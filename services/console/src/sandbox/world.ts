import { invalidRequest, ProblemError } from '@repasse/chassis/http/problem';
import { type Answer } from './ask';
import { type Sandbox } from './sandbox';

/** A switch of the simulated world: it is everybody's who shares the sandbox. */
export interface WorldSwitch {
  /** In our address and, with `set` before it, in the audit log. */
  readonly name: 'chaos' | 'refunds' | 'payouts';
  readonly path: string;
  /** Its fields that may be seen and set. The others are payments of merchants, or money that all of them use. */
  readonly fields?: readonly string[];
}

export const switches: readonly WorldSwitch[] = [
  { name: 'chaos', path: '/sandbox/chaos' },
  { name: 'refunds', path: '/sandbox/refunds' },
  { name: 'payouts', path: '/sandbox/pix/sends', fields: ['outcome', 'delayMs'] },
];

export const readSwitch = async (sandbox: Sandbox, { path, fields }: WorldSwitch): Promise<Answer> =>
  only(await sandbox.call('get', path), fields);

/** Replaces all of it, as the sandbox does. */
export const turnSwitch = async (sandbox: Sandbox, { path, fields }: WorldSwitch, body: unknown): Promise<Answer> =>
  only(await sandbox.call('put', path, only((body ?? {}) as Answer, fields)), fields);

const only = (answer: Answer, fields: readonly string[] | undefined): Answer =>
  fields === undefined ? answer : Object.fromEntries(Object.entries(answer).filter(([name]) => fields.includes(name)));

export const readClock = (sandbox: Sandbox): Promise<Answer> => sandbox.call('get', '/sandbox/clock');

/** A month and a day: what is monthly has come then. Farther ahead every session and key would have ended at once. */
const aheadMsMax = 32 * 86_400_000;

/** Forward only: what happened already must not lie in the future. */
export const moveClock = async (sandbox: Sandbox, body: unknown): Promise<Answer> => {
  const aheadMs = (body as { readonly aheadMs?: unknown } | null)?.aheadMs;
  if (typeof aheadMs !== 'number' || !Number.isInteger(aheadMs) || aheadMs < 1 || aheadMs > aheadMsMax)
    throw new ProblemError(
      invalidRequest([{ field: 'aheadMs', message: `must be an integer from 1 to ${String(aheadMsMax)}.` }]),
    );
  const { offsetMs } = await readClock(sandbox);
  return sandbox.call('put', '/sandbox/clock', { offsetMs: Number(offsetMs) + aheadMs });
};
