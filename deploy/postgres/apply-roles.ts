import { flag, optional, readConfig, secret, url, type Env } from '@repasse/chassis/config/config';
import { installationRoles } from './installation';
import { applyRoles } from './roles';

const passwordOf = (name: string, about: string) => secret(name, { about });

export const settings = {
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

const loadConfig = (env: Env = process.env) => readConfig(env, settings);

/** A deploy step: the roles of the services and of the migration step, with their databases. May run at every deployment. */
const main = async (): Promise<void> => {
  const { adminUrl, isBusInPostgres, migration, monitor, registry, services } = loadConfig();
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
  for (const { role } of roles) process.stdout.write(`${role} is there, with its rights.\n`);
};

if (require.main === module) {
  main().catch((fault: unknown) => {
    process.stderr.write(`The roles could not be applied: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exit(1);
  });
}
