import { type AdminProgram } from '@repasse/chassis/admin/command';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { setEmailCommand } from './users/admin/set-email';

/** What operators do to this service by command: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'identity',
  loadConfig,
  migrations,
  commands: [setEmailCommand],
};

if (require.main === module) runAdmin(program);
