import { type AdminProgram } from '@repasse/chassis/admin/command';
import { outboxRepair } from '@repasse/chassis/admin/repair/repair-commands';
import { runAdmin } from '@repasse/chassis/admin/run-admin';
import { restoreCommands } from '@repasse/chassis/admin/restore-commands';
import { skipNumbersCommand } from '@repasse/chassis/admin/skip-numbers';
import { resealKeys } from './keys/admin/reseal';
import { rotateSigningKeyCommand } from './keys/admin/rotate';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { identityRestoration } from './restoration';
import { setEmailCommand } from './users/admin/set-email';

/** The commands of this service for its operators: `node dist/admin.js <command …>`. */
export const program: AdminProgram<Config> = {
  service: 'identity',
  loadConfig,
  migrations,
  commands: [
    resealKeys,
    rotateSigningKeyCommand,
    setEmailCommand,
    ...restoreCommands(identityRestoration),
    skipNumbersCommand(identityRestoration),
    ...outboxRepair,
  ],
};

if (require.main === module) runAdmin(program);
