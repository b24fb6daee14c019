import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('what npm runs after an installation', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'contracts-'));
    for (const name of ['scripts', 'package.json']) {
      cpSync(join(__dirname, '..', name), join(copy, name), { recursive: true });
    }
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  const prepare = () => spawnSync(process.execPath, [join(copy, 'scripts/prepare.mjs')], { encoding: 'utf8' });

  it('says that it makes nothing where development tools are not installed', () => {
    const { status, stdout } = prepare();
    expect([status, stdout]).toEqual([0, expect.stringContaining('development tools are not installed')]);
  });

  it('fails where only some of them are', () => {
    mkdirSync(join(copy, 'node_modules/openapi-typescript'), { recursive: true });
    writeFileSync(join(copy, 'node_modules/openapi-typescript/package.json'), '{}');
    const { status, stderr } = prepare();
    expect([status, stderr]).toEqual([1, expect.stringContaining('ERR_MODULE_NOT_FOUND')]);
  });
});
