import { type AdminProgram } from '@repasse/chassis/admin/command';
import { consumerRepair, outboxRepair } from '@repasse/chassis/admin/repair/repair-commands';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { restoreCommands } from '@repasse/chassis/admin/restore-commands';
import { skipNumbersCommand } from '@repasse/chassis/admin/skip-numbers';
import { archiveCommands } from '@repasse/chassis/admin/archive-commands';
import { resealCards } from './cards/admin/reseal';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { archivedPayments } from './payments/store/archived-payments';
import { payoutCommands } from './payouts/admin/payout-commands';
import { gatewayRestoration } from './restoration';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'payment-gateway',
  loadConfig,
  migrations,
  commands: [
    resealCards,

    ...archiveCommands([archivedPayments]),
    ...payoutCommands,
    ...restoreCommands(gatewayRestoration),
    skipNumbersCommand(gatewayRestoration),
    ...consumerRepair,
    ...outboxRepair,
  ],
};

if (require.main === module) runAdmin(program);
