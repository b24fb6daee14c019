// `npm start`: installs and builds when needed, then hands over to main.ts.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)(join(root, 'deploy', 'dist', 'local', 'main.js')).main(process.argv.slice(2));
