/** npm run scaling: what an installation of a given size carries, by measured figures (see --help). */
const { registerTypeScript } = require('../../support/register-typescript.cjs');

registerTypeScript();
const { text, exitCode } = require('./main.ts').main(process.argv.slice(2));
(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = exitCode;
