/** npm run bench: measures what was built last (see --help). */
const { registerTypeScript } = require('../support/register-typescript.cjs');

registerTypeScript();
// A reader such as head closes when it has enough.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));
require('./main.ts')
  .main(process.argv.slice(2))
  .then((exitCode) => process.exit(exitCode));
