import { type Profile } from '@repasse/chassis/auth/principal';
import { type Database } from '@repasse/chassis/postgres/database';

/** A question that is asked for few and for many charges. */
export interface Case {
  readonly name: string;
  readonly path: (charges: number, round: number) => string;
  /** Staff ask for the books of the platform. */
  readonly profile?: Profile;
  /** Why it may take longer with more charges; without it, p99 has to stay within the goal. */
  readonly exception?: string;
}

/** The questions to one service, whose tables are filled as its consumers would have left them. */
export interface Room {
  readonly service: string;
  readonly scopes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What is waited for when it starts: `ready`, unless it asks others who are not there. */
  readonly health?: 'live';
  readonly load: (db: Database, charges: number) => Promise<void>;
  /** Resolves when the service has done what it does by itself before it is asked, such as closing days. */
  readonly settled?: (db: Database) => Promise<void>;
  readonly cases: readonly Case[];
}
