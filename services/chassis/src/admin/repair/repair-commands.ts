import { type AdminCommand } from '../command';
import { deadLetterCommands } from './internal/dead-letters';
import { parkedCommands } from './internal/parked';
import { setAsideCommands } from './internal/set-aside';

/** For a service that consumes: needs `chassisMigrations.consumer`. */
export const consumerRepair: readonly AdminCommand[] = [...parkedCommands, ...deadLetterCommands];

/** For a service that publishes: needs `chassisMigrations.outbox`. */
export const outboxRepair: readonly AdminCommand[] = setAsideCommands;
