import { type Database, type Tx } from '@repasse/chassis/postgres/database';

/** A database that counts its statements; begin and commit of a transaction among them. */
export const countingStatements = (db: Database): { readonly db: Database; readonly statements: () => number } => {
  let count = 0;
  const countedIn = (tx: Tx): Tx => ({
    query: (sql, params) => {
      count += 1;
      return tx.query(sql, params);
    },
  });
  return {
    db: {
      ...db,
      ...countedIn(db),
      transaction: (work, options) => {
        count += 2;
        return db.transaction((tx) => work(countedIn(tx)), options);
      },
    },
    statements: () => count,
  };
};
