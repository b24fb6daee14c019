/** One file that needs nothing but Node, so that it starts as fast as Node does. */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(join(root, 'dist'), { recursive: true, force: true });
await build({
  entryPoints: [join(root, 'src/main.ts')],
  outfile: join(root, 'dist/repasse.cjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  // The client as it is written: it need not be built first.
  conditions: ['repasse-source'],
});
chmodSync(join(root, 'dist/repasse.cjs'), 0o755);
