// Run in a service's folder: compiles what its page runs in browsers, with the kit's modules, and copies the kit's styles.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = 'dist/checkout/page';
// File systems round times, some to whole seconds.
const startedMs = Math.floor(Date.now() / 1_000) * 1_000;

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', 'src/checkout/browser'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
cpSync(fileURLToPath(new URL('src/styles', import.meta.url)), join(page, 'styles'), { recursive: true });

// A module of an older build would be served beside the new ones. The others stay: somebody may be reading them.
for (const name of readdirSync(page, { recursive: true, encoding: 'utf8' })) {
  const file = join(page, name);
  if (name.endsWith('.js') && statSync(file).mtimeMs < startedMs) rmSync(file, { force: true });
}
