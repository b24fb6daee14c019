import { DatabaseError } from 'pg';
import { type Tx } from '../../postgres/database';
import { type ExitCode, type Signed } from '../command';

export interface Step extends Signed {
  readonly id: string;
  readonly command: string;
  readonly arguments: object;
}

export interface StepEnd {
  readonly exitCode: ExitCode;
  readonly outcome: string;
}

/** A fault's message may quote a whole row. */
const outcomeCharactersMax = 2_000;

const noSuchDatabase = '3D000';

/** False in a database that was not migrated since steps are recorded, or that is not there yet. */
export const canRecord = async (db: Tx): Promise<boolean> => {
  try {
    const [row] = await db.query<{ isThere: boolean }>(`select to_regclass('admin_steps') is not null as "isThere"`);
    return row?.isThere === true;
  } catch (fault) {
    if (fault instanceof DatabaseError && fault.code === noSuchDatabase) return false;
    throw fault;
  }
};

/** Written before the work: a step that is cut off shows as one without an end. */
export const beginStep = async (db: Tx, { id, command, arguments: args, by, why }: Step): Promise<void> => {
  await db.query(
    'insert into admin_steps (id, command, arguments, made_by, why) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [id, command, JSON.stringify(args), by, why],
  );
};

export const endStep = async (db: Tx, id: string, { exitCode, outcome }: StepEnd): Promise<void> => {
  await db.query('update admin_steps set ended_at = clock_timestamp(), exit_code = $2, outcome = $3 where id = $1', [
    ...[id, exitCode],
    outcome.slice(0, outcomeCharactersMax),
  ]);
};
