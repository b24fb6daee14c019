/** npm run containers: see main.ts, or --help. */
const { registerTypeScript } = require('../../test-e2e/support/register-typescript.cjs');

registerTypeScript();
require('./main.ts')
  .main(process.argv.slice(2))
  .then((exitCode) => process.exit(exitCode));
