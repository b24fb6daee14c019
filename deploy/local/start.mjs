// `npm start`: installs and builds when needed, then hands over to main.ts.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';

// The terminal may be a file on a disk that is full, or closed; what cannot be said must not end the system.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)(join(root, 'deploy', 'dist', 'local', 'main.js')).main(process.argv.slice(2));
