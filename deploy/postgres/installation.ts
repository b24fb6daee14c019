import { type Role, type RolePlan } from './roles';

/** The services with a database. */
export const databaseServices = [
  'identity',
  'provider-sandbox',
  'payment-gateway',
  'charge',
  'split-settlement',
  'invoice-query',
  'webhook-dispatcher',
] as const;

export type DatabaseService = (typeof databaseServices)[number];

/** A service's database and its role have one name. */
export const databaseOf = (service: DatabaseService): string => `repasse_${service.replaceAll('-', '_')}`;

export const busDatabase = 'repasse_bus';

/** The schema registry's role and database. */
const registryRole = 'repasse_registry';

/** Owns the databases. */
export const migrationRole = 'repasse_migration';

/** Of postgres_exporter and of dashboards. */
export const monitorRole = 'repasse_monitor';

export interface RolePasswords {
  readonly migration: string;
  /** Without it there is no such role. */
  readonly monitor?: string | undefined;
  /** Without the provider sandbox where money is real. */
  readonly services: Readonly<Partial<Record<DatabaseService, string>>>;
  /** Undefined where the schema registry keeps its schemas elsewhere. */
  readonly registry?: string;
}

/** The roles of an installation; `isBusInPostgres` is false on Kafka. */
export const installationRoles = (adminUrl: string, passwords: RolePasswords, isBusInPostgres: boolean): RolePlan => ({
  adminUrl,
  owner: { role: migrationRole, password: passwords.migration },
  services: databaseServices.flatMap((service) => {
    const password = passwords.services[service];
    return password === undefined ? [] : [serviceRole(service, password)];
  }),
  foreign:
    passwords.registry === undefined
      ? []
      : [{ role: registryRole, password: passwords.registry, database: registryRole }],
  busDatabase: isBusInPostgres ? busDatabase : undefined,
  monitor:
    passwords.monitor === undefined ? undefined : { role: monitorRole, password: passwords.monitor, reads: [views] },
});

/** Events carry ids and never the payer, so neither do the views that are made of them. */
const views = { database: databaseOf('invoice-query'), owner: databaseOf('invoice-query') };

const serviceRole = (service: DatabaseService, password: string): RolePlan['services'][number] => {
  const name: Role & { readonly database: string } = {
    role: databaseOf(service),
    password,
    database: databaseOf(service),
  };
  return { ...name, isOnBus: service !== 'provider-sandbox', ownsTables: service === 'invoice-query' };
};
