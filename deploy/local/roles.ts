import { readFileSync } from 'node:fs';
import { installationRoles, migrationRole } from '../postgres/installation';
import { type RolePlan } from '../postgres/roles';
import { type Secrets } from './secrets';
import { type ProcessSpec } from './supervised-process';

/** The address of the role that owns the databases. */
export const migrationUrl = (server: string, { rolePasswords }: Secrets): string => {
  const url = new URL(`${server}/postgres`);
  [url.username, url.password] = [migrationRole, rolePasswords.migration];
  return url.href;
};

/** With the passwords that the services read: an operator may have replaced them. */
export const rolesOf = (
  plan: readonly Pick<ProcessSpec, 'name' | 'env'>[],
  server: string,
  { rolePasswords: { migration } }: Secrets,
): RolePlan => {
  const services = plan.map(({ name, env }): [string, string] => [
    name,
    readFileSync(env['POSTGRES_PASSWORD_FILE'] ?? '', 'utf8').trim(),
  ]);
  return installationRoles(`${server}/postgres`, { migration, services: Object.fromEntries(services) }, true);
};
