import { type Place } from '../../bus/bus';

/** Messages of a partition that one side has and the other lacks. */
export interface Difference extends Place {
  readonly messages: number;
}

const listOf = (differences: readonly Difference[]): string =>
  differences.map(({ topic, partition, messages }) => `${topic}/${partition}: ${messages}`).join(', ');

/** The database was put back to an earlier time than the bus: it would give out positions and numbers that were given. */
export class DatabaseBehindBusError extends Error {
  override readonly name = 'DatabaseBehindBusError';
  readonly code = 'database.behind_bus';

  constructor(readonly differences: readonly Difference[]) {
    super(
      `The bus has events of this service that its database lacks (${listOf(differences)}). The database is older than ` +
        'the bus, as after a restore. Run `restore check`, then `restore rebuild`; see docs/operations/restore.md. ' +
        'ALLOW_OUT_OF_STEP_WITH_BUS=true starts all the same, and gives positions and numbers out twice.',
    );
  }
}

/** The bus was put back, or made anew: messages that the database has published or consumed are not in it. */
export class BusBehindDatabaseError extends Error {
  override readonly name = 'BusBehindDatabaseError';
  readonly code = 'bus.behind_database';

  constructor(readonly differences: readonly Difference[]) {
    super(
      `The bus ends before the offsets that this database has reached (${listOf(differences)}). The bus is older than ` +
        'the database, or was made anew; new messages would be skipped. `restore rebuild` has the service read these ' +
        'topics from their beginning; see docs/operations/restore.md. ALLOW_OUT_OF_STEP_WITH_BUS=true starts all the same.',
    );
  }
}
