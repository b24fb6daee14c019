import { archiveCommands } from '@repasse/chassis/admin/archive-commands';
import { type AdminProgram } from '@repasse/chassis/admin/command';
import { consumerRepair, outboxRepair } from '@repasse/chassis/admin/repair/repair-commands';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { restoreCommands } from '@repasse/chassis/admin/restore-commands';
import { differences } from './admin/differences';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { chargeRestoration } from './restoration';
import { archivedCharges } from './store/archived-charges';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'charge',
  loadConfig,
  migrations,
  commands: [
    ...archiveCommands([archivedCharges]),
    ...restoreCommands(chargeRestoration),
    ...consumerRepair,
    ...outboxRepair,
    differences,
  ],
};

if (require.main === module) runAdmin(program);
