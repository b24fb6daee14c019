// `npm run roles -- [data folder]`: gives the roles of the local installation that is running their rights, and the passwords
// that stand in its secrets. In production the deploy step `roles` does this (deploy/postgres/apply-roles.ts).
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';

const [dataDir = join(root, '.local')] = process.argv.slice(2);

await ensureBuilt();
const load = createRequire(import.meta.url);
const built = (name) => load(join(root, 'deploy/dist', name));
const plan = built('local/running-plan.js').runningPlan(dataDir);
if (plan === undefined) {
  console.error(`No installation runs on ${dataDir}. Start one, or name its folder.`);
  process.exit(2);
}
const { postgresUrl } = built('local/stack-file.js').readStackFile(dataDir);
const roles = built('local/roles.js').rolesOf(plan, postgresUrl, built('local/secrets.js').loadSecrets(dataDir));
await built('postgres/roles.js').applyRoles(roles);
for (const { role } of [roles.owner, ...roles.services]) console.log(`${role} is there, with its rights.`);
