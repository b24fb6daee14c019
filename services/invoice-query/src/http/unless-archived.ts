import { type Principal } from '@repasse/chassis/auth/principal';
import { findArchived } from '@repasse/chassis/archive/restore';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { isStaff } from '@repasse/chassis/auth/caller';

/** Reads; where nothing is found and the archive has it, those who could read it are told so. */
export const unlessArchived = async <T>(
  db: Database,
  { kind, id, caller }: { readonly kind: string; readonly id: string; readonly caller: Principal },
  read: () => Promise<T>,
): Promise<T> => {
  try {
    return await read();
  } catch (fault) {
    if (!(fault instanceof ProblemError) || fault.problem.status !== 404) throw fault;
    const archived = await findArchived(db, kind, id);
    if (archived === undefined || !(isStaff(caller) || caller.userId === archived.owner_id)) throw fault;
    const detail = `${id} is closed and was moved to the archive. Ask the platform's operators to bring its charge back.`;
    throw new ProblemError({ status: 410, code: 'charge.archived', detail });
  }
};
