import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Documents, documents, type Keys } from './documents';
import { type SettlePix, settlePixOn } from './settle-pix';

/** Where the simulated world is kept: in PostgreSQL, or in memory where the providers' callers are tested. */
export interface Store {
  documents<Document extends object>(kind: string, keysOf: (document: Document) => Keys): Documents<Document>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly settlePix: SettlePix;
}

export const postgresStore = (db: Database): Store => ({
  documents: (kind, keysOf) => documents(db, kind, keysOf),
  transaction: (work) => db.transaction(work),
  settlePix: settlePixOn(db),
});
