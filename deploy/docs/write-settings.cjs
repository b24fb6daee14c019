/** `npm run settings-reference`: writes docs/operations/settings.md from the settings that the programs read. */
const { spawnSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { registerTypeScript } = require('../../test-e2e/support/register-typescript.cjs');

registerTypeScript();
const { commands, programs } = require('./programs.ts');
const { settingsReference } = require('./settings-reference.ts');

const root = join(__dirname, '../..');
const page = join(root, 'docs/operations/settings.md');
writeFileSync(page, settingsReference([...programs, ...commands]));
process.exitCode = spawnSync(join(root, 'node_modules/.bin/oxfmt'), [page], { stdio: 'inherit' }).status;
