/** The stacks that suites share live as long as the run; none is started before a suite asks for it. */
const { registerTypeScript } = require('./register-typescript.cjs');
const { openRunFolder } = require('./run-folder.cjs');

module.exports = async () => {
  openRunFolder();
  registerTypeScript();
  const { openStackKeeper } = require('./stack-keeper.ts');
  const keeper = await openStackKeeper();
  process.env.E2E_STACKS_URL = keeper.url;
  globalThis.repasseStackKeeper = keeper;
};
