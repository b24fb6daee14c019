import { type AdminProgram } from '@repasse/chassis/admin/command';
import { consumerRepair, outboxRepair } from '@repasse/chassis/admin/repair/repair-commands';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { restoreCommands } from '@repasse/chassis/admin/restore-commands';
import { skipNumbersCommand } from '@repasse/chassis/admin/skip-numbers';
import { announce } from './admin/announce';
import { resealSecrets } from './admin/reseal';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { dispatcherRestoration } from './restoration';
import { moveFeedsOn } from './store/feeds';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'webhook-dispatcher',
  loadConfig,
  migrations,
  commands: [
    resealSecrets,

    ...restoreCommands(dispatcherRestoration),
    skipNumbersCommand(dispatcherRestoration, moveFeedsOn),
    ...consumerRepair,
    ...outboxRepair,
    announce,
  ],
};

if (require.main === module) runAdmin(program);
