/** npm run bench -- <name>: runs <name>.bench.ts against what was built last. */
const { readdirSync } = require('node:fs');
const { registerTypeScript } = require('../support/register-typescript.cjs');

const names = readdirSync(__dirname).flatMap((file) => /^([\w-]+)\.bench\.ts$/.exec(file)?.slice(1) ?? []);
const [name] = process.argv.slice(2);
if (!names.includes(name)) {
  process.stderr.write(`npm run bench -- <name>, where name is one of: ${names.join(', ')}\n`);
  process.exit(2);
}
registerTypeScript();
require(`./${name}.bench.ts`)
  .run((line) => process.stdout.write(`${line}\n`))
  .catch((fault) => {
    process.stderr.write(`${fault.stack}\n`);
    process.exitCode = 1;
  });
