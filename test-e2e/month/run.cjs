/** npm run month: a month of a marketplace, and pictures of every screen of the console on it (see --help). */
const { registerTypeScript } = require('../support/register-typescript.cjs');

registerTypeScript();
// What the suites share asserts as jest does.
globalThis.expect = require('expect').expect;
require('./main.ts')
  .main(process.argv.slice(2))
  .then(
    (exitCode) => process.exit(exitCode),
    (fault) => {
      console.error(fault);
      process.exit(1);
    },
  );
