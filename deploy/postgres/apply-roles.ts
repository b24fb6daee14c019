import { flag, optional, readConfig, secret, url, type Env } from '@repasse/chassis/config/config';
import { postgresAccess, postgresAccessFaults } from '@repasse/chassis/config/postgres-settings';
import { usePostgresAccess } from '@repasse/chassis/postgres/server-access';
import { installationRoles } from './installation';
import { applyRoles } from './roles';

const passwordOf = (name: string, about: string) => secret(name, { about });

const { tls, tlsCaFile, tlsCertFile, tlsKeyFile } = postgresAccess;

export const settings = {
  access: { tls, tlsCaFile, tlsCertFile, tlsKeyFile },
  adminUrl: url('ADMIN_POSTGRES_URL', {
    about: 'a superuser, on any database of the server',
    protocols: ['postgres', 'postgresql'],
  }),
  isBusInPostgres: flag('BUS_IN_POSTGRES', { about: 'makes the database of the bus, too', default: false }),
  migration: passwordOf('MIGRATION_POSTGRES_PASSWORD', 'of repasse_migration, which owns the databases'),
  registry: optional(
    passwordOf('REGISTRY_POSTGRES_PASSWORD', 'of repasse_registry, where the schema registry keeps its schemas here'),
  ),
  monitor: optional(
    passwordOf(
      'MONITOR_POSTGRES_PASSWORD',
      'of repasse_monitor, which reads statistics and the views of invoice-query',
    ),
  ),
  services: {
    identity: passwordOf('IDENTITY_POSTGRES_PASSWORD', 'of repasse_identity'),
    'payment-gateway': passwordOf('GATEWAY_POSTGRES_PASSWORD', 'of repasse_payment_gateway'),
    charge: passwordOf('CHARGE_POSTGRES_PASSWORD', 'of repasse_charge'),
    'split-settlement': passwordOf('LEDGER_POSTGRES_PASSWORD', 'of repasse_split_settlement'),
    'invoice-query': passwordOf('QUERY_POSTGRES_PASSWORD', 'of repasse_invoice_query'),
    'webhook-dispatcher': passwordOf('WEBHOOK_POSTGRES_PASSWORD', 'of repasse_webhook_dispatcher'),
    'provider-sandbox': optional(
      passwordOf('SANDBOX_POSTGRES_PASSWORD', 'of repasse_provider_sandbox; not where money is real'),
    ),
  },
};

/** Applies the roles that the environment names, and returns them. */
export const applyRolesOf = async (env: Env): Promise<readonly string[]> => {
  const { access, adminUrl, isBusInPostgres, migration, monitor, registry, services } = readConfig(
    env,
    settings,
    postgresAccessFaults,
  );
  // The address holds the password.
  usePostgresAccess(() => ({ ...access, password: undefined }));
  const { 'provider-sandbox': sandbox, ...others } = services;
  const passwords = {
    migration,
    monitor,
    ...(registry !== undefined && { registry }),
    services: { ...others, ...(sandbox !== undefined && { 'provider-sandbox': sandbox }) },
  };
  const plan = installationRoles(adminUrl, passwords, isBusInPostgres);
  await applyRoles(plan);
  const roles = [
    plan.owner,
    ...plan.services,
    ...(plan.foreign ?? []),
    ...(plan.monitor === undefined ? [] : [plan.monitor]),
  ];
  return roles.map(({ role }) => role);
};

/** A deploy step: the roles of the services and of the migration step, with their databases. May run at every deployment. */
const main = async (): Promise<void> => {
  for (const role of await applyRolesOf(process.env)) process.stdout.write(`${role} is there, with its rights.\n`);
};

if (require.main === module) {
  main().catch((fault: unknown) => {
    process.stderr.write(`The roles could not be applied: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exit(1);
  });
}
