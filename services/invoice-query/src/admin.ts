import { type AdminProgram } from '@repasse/chassis/admin/command';
import { consumerRepair } from '@repasse/chassis/admin/repair/repair-commands';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { archiveCommands } from '@repasse/chassis/admin/archive-commands';
import { restoreCommands } from '@repasse/chassis/admin/restore-commands';
import { exportEvents } from './admin/export-events';
import { viewCommands } from './admin/views';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { viewsRestoration } from './restoration';
import { archivedTimelines } from './store/archived-timelines';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'invoice-query',
  loadConfig,
  migrations,
  commands: [
    ...archiveCommands([archivedTimelines]),
    ...restoreCommands(viewsRestoration),
    ...consumerRepair,
    ...viewCommands,
    exportEvents,
  ],
};

if (require.main === module) runAdmin(program);
