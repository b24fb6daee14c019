import { archiveCommands } from '@repasse/chassis/admin/archive-commands';
import { type AdminProgram } from '@repasse/chassis/admin/command';
import { restoreCommands } from '@repasse/chassis/admin/restore-commands';
import { consumerRepair, outboxRepair } from '@repasse/chassis/admin/repair/repair-commands';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { differences } from './admin/differences';
import { exportLedger } from './admin/export-ledger';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { ledgerRestoration } from './restoration';
import { archivedEntries } from './store/archived-entries';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'split-settlement',
  loadConfig,
  migrations,
  commands: [
    ...archiveCommands([archivedEntries]),
    ...restoreCommands(ledgerRestoration),
    ...consumerRepair,
    ...outboxRepair,
    differences,
    exportLedger,
  ],
};

if (require.main === module) runAdmin(program);
