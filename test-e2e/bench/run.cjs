/** npm run bench: measures what was built last (see --help). */
const { registerTypeScript } = require('../support/register-typescript.cjs');

registerTypeScript();
require('./main.ts')
  .main(process.argv.slice(2))
  .then((exitCode) => process.exit(exitCode));
