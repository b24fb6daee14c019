import { type AdminProgram } from '@repasse/chassis/admin/command';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'provider-sandbox',
  loadConfig,
  migrations,
  commands: [],
};

if (require.main === module) runAdmin(program);
