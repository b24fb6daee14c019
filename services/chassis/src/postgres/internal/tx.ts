/** Where statements go: a transaction, or the pool when each may commit by itself. */
export interface Tx {
  query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}
