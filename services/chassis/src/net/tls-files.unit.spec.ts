import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tlsTexts, withTls } from './tls-files';

const folder = mkdtempSync(join(tmpdir(), 'tls-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string): string => {
  const [path, fresh] = [join(folder, name), join(folder, `${name}.new`)];
  writeFileSync(fresh, text);
  renameSync(fresh, path);
  return path;
};

describe('certificates in files', () => {
  it('are those of the moment when they are used', () => {
    const [caFile, certFile] = [put('ca', 'authority'), put('cert', 'first')];
    const texts = tlsTexts({ caFile, certFile });
    const agent = withTls(new Agent(), texts);
    const before = { ...texts };
    put('cert', 'other');

    expect([before, { ...texts }]).toEqual([
      { ca: 'authority', cert: 'first' },
      { ca: 'authority', cert: 'other' },
    ]);
    expect({ ...agent.options }).toMatchObject({ ca: 'authority', cert: 'other' });
  });

  it('stay in use while a file is away', () => {
    const certFile = put('away', 'still used');
    const texts = tlsTexts({ certFile });
    rmSync(certFile);

    expect(texts.cert).toBe('still used');
  });

  it('stop the start when a path is wrong', () => {
    expect(() => tlsTexts({ keyFile: join(folder, 'nowhere') })).toThrow('ENOENT');
    expect(tlsTexts({})).toEqual({});
  });
});
