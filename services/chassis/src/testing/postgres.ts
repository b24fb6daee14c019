export interface TestPostgres {
  /** A superuser's URL of the `postgres` database. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A PostgreSQL of its own, empty, on a free port. Slow (two seconds): one per test run. */
export declare const startTestPostgres: () => Promise<TestPostgres>;

/** An empty database on the server of TEST_POSTGRES_URL; `label` shows in its name. */
export declare const createTestDatabase: (label: string) => Promise<TestDatabase>;
