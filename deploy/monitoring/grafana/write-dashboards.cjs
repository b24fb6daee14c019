/** `npm run dashboards`: writes dashboards/*.json from the boards. */
const { spawnSync } = require('node:child_process');
const { readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { registerTypeScript } = require('../../../test-e2e/support/register-typescript.cjs');

registerTypeScript();
const { dashboardFiles } = require('./boards/index.ts');

const root = join(__dirname, '../../..');
const folder = join(__dirname, 'dashboards');
for (const file of readdirSync(folder)) rmSync(join(folder, file));
for (const [file, text] of Object.entries(dashboardFiles())) writeFileSync(join(folder, file), text);
process.exitCode = spawnSync(join(root, 'node_modules/.bin/oxfmt'), [folder], { stdio: 'inherit' }).status;
