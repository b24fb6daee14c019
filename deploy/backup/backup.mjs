// `npm run backup`: copies of the local installation's PostgreSQL, and its return to a moment.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from '../local/ensure-built.mjs';
import { ensureInstalled, root } from '../local/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)(join(root, 'deploy', 'dist', 'backup', 'main.js')).main(process.argv.slice(2));
