/** What suites share: stacks, of which none is started before a suite asks for it, and the data that each begins with. */
const { registerTypeScript } = require('./register-typescript.cjs');
const { openRunFolder } = require('./run-folder.cjs');

module.exports = async () => {
  openRunFolder();
  registerTypeScript();
  const { openStackKeeper } = require('./stack-keeper.ts');
  const keeper = await openStackKeeper();
  process.env.E2E_STACKS_URL = keeper.url;
  globalThis.repasseStackKeeper = keeper;
  const { makeMigratedData } = require('./migrated-data.ts');
  process.env.E2E_MIGRATED_DATA = await makeMigratedData();
};
