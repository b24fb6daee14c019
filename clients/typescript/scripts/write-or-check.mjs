import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes generated files; with --check it says which of them is out of date, and writes nothing. */
export const writeOrCheck = (folder, files, workspace) => {
  const isCheck = process.argv.includes('--check');
  if (!isCheck) mkdirSync(folder, { recursive: true });
  const stale = [];
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    if (!isCheck) writeFileSync(file, text);
    else if (read(file) !== text) stale.push(name);
  }
  if (stale.length === 0) return;
  console.error(`Out of date: ${stale.join(', ')}. Run npm run generate -w ${workspace}.`);
  process.exitCode = 1;
};

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};
