import { readFileSync } from 'node:fs';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Client } from 'pg';
import { countStatements, linePrefix, type SqlCounts } from './count-statements';

/** The log travels from the server through two processes to its file. */
const arrival = { timeoutMs: 20_000, everyMs: 10 };

/** What is switched while statements are counted. Commits are to wait for the disk also where a test's server does not. */
const settings: Readonly<Record<string, string>> = {
  log_statement: 'all',
  log_line_prefix: linePrefix,
  log_parameter_max_length: '0',
  fsync: 'on',
};

export interface StatementLog {
  /** A point in the log: everything that was asked before stands before it. */
  mark(): Promise<number>;
  countBetween(from: number, to: number): SqlCounts;
  /** Puts the settings back. */
  close(): Promise<void>;
}

/** Has the server write down every statement; `client` is a superuser's, and its own statements are not counted. */
export const openStatementLog = async (
  client: Client,
  o: { readonly logFile: string; readonly application: string },
): Promise<StatementLog> => {
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`);
  }
  await client.query('select pg_reload_conf()');
  const tag = `${o.application} ${Date.now()}`;
  let marks = 0;
  const mark = async (): Promise<number> => {
    marks += 1;
    const text = `-- ${tag} mark ${marks} --`;
    // The configuration is read again between two statements, so the first mark may not be written down yet.
    return eventually(async () => {
      await client.query(`select 1 ${text}`);
      const at = readFileSync(o.logFile).lastIndexOf(text);
      return at < 0 ? undefined : at;
    }, arrival);
  };
  await mark();
  return {
    mark,
    countBetween: (from, to) =>
      countStatements(readFileSync(o.logFile).subarray(from, to).toString('utf8'), o.application),
    close: async () => {
      for (const name of Object.keys(settings)) await client.query(`alter system reset ${name}`);
      await client.query('select pg_reload_conf()');
    },
  };
};
