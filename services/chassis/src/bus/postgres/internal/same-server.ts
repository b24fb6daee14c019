import { type Tx } from '../../../postgres/database';
import { openSession } from '../../../postgres/session';

/**
 * The log in PostgreSQL waits for no disk: it relies on standing in one write-ahead log with the outbox it is filled from
 * and the effects of its messages. On two servers a crash of one could lose a message for good.
 */
export const refuseOtherServer = async (db: Tx, busUrl: string): Promise<void> => {
  const session = await openSession({ url: busUrl, name: 'bus server' });
  try {
    const [own, bus] = await Promise.all([serverOf(db), serverOf(session)]);
    if (own !== bus) {
      throw new Error('BUS_POSTGRES_URL names another server than POSTGRES_URL. Use one server for both, or Kafka.');
    }
  } finally {
    await session.close();
  }
};

const serverOf = async (tx: Tx): Promise<string | undefined> => {
  const [row] = await tx.query<{ server: string }>('select system_identifier::text as server from pg_control_system()');
  return row?.server;
};
