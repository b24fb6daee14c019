import { type AdminProgram } from '@repasse/chassis/admin/command';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { archiveCommands } from '@repasse/chassis/admin/archive-commands';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { archivedPayments } from './payments/store/archived-payments';
import { payoutCommands } from './payouts/admin/payout-commands';

/** What operators do to this service by command: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'payment-gateway',
  loadConfig,
  migrations,
  commands: [...archiveCommands([archivedPayments]), ...payoutCommands],
};

if (require.main === module) runAdmin(program);
