import { type AdminProgram } from '../admin/command';
import { admin } from '../admin/run-admin';
import { type Env } from '../config/config';

export interface AdminAnswer {
  readonly exitCode: number;
  /** The text on standard output. */
  readonly text: string;
  /** The text on standard error. */
  readonly told: string;
}

export interface AdminJson {
  readonly exitCode: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly summary: string;
}

/** Runs a command as an operator types it, in this process. */
export const callAdmin = async <C>(
  program: AdminProgram<C>,
  env: Env,
  args: readonly string[],
): Promise<AdminAnswer> => {
  const out = { text: '', told: '' };
  const exitCode = await admin(program, {
    env,
    args,
    print: (text) => (out.text += text),
    tell: (text) => (out.told += text),
  });
  return { exitCode, ...out };
};

/** The same with --json, read. Throws what it told where it printed no result. */
export const callAdminJson = async <C>(
  program: AdminProgram<C>,
  env: Env,
  args: readonly string[],
): Promise<AdminJson> => {
  const { exitCode, text, told } = await callAdmin(program, env, [...args, '--json']);
  if (text === '') throw new Error(told);
  const { rows = [], summary } = JSON.parse(text) as Partial<AdminJson> & Pick<AdminJson, 'summary'>;
  return { exitCode, rows, summary };
};
