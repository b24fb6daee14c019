import { type Logger } from '../../log/logger';
import { type Tx } from './tx';

/** A superuser reads and drops every database of its server: what gets hold of one service would have them all. */
export const warnOfSuperuser = async (db: Tx, log: Logger): Promise<void> => {
  const [row] = await db.query<{ isSuperuser: boolean }>(
    'select rolsuper as "isSuperuser" from pg_roles where rolname = current_user',
  );
  if (row?.isSuperuser === true)
    log.warn('POSTGRES_URL names a superuser; give the service the role of its own that deploy/postgres makes');
};
