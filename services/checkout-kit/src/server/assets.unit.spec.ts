import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAssets } from './assets';

describe('the files of a page', () => {
  let root: string;
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'page-'));
    write('browser/main.js', 'run();\n');
    write('styles/checkout.css', 'body { margin: 0 }\n');
    write('styles/notes.txt', 'not for browsers\n');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are one script and one style sheet', () => {
    const assets = loadAssets(root, '/pay/assets');

    expect(assets.links).toEqual({
      script: `/pay/assets/${assets.version}/browser/main.js`,
      style: `/pay/assets/${assets.version}/styles/checkout.css`,
    });
    expect(assets.find('browser', 'main.js')).toEqual({
      text: 'run();\n',
      contentType: 'text/javascript; charset=utf-8',
    });
  });

  it('are only they', () => {
    const assets = loadAssets(root, '/pay/assets');

    expect(assets.find('styles', 'notes.txt')).toBeUndefined();
    expect(assets.find('..', 'package.json')).toBeUndefined();
  });

  it('have another version as soon as one of them is another', () => {
    const before = loadAssets(root, '/pay/assets').version;
    write('styles/checkout.css', 'body { margin: 1px }\n');

    expect(loadAssets(root, '/pay/assets').version).not.toBe(before);
  });

  it('are both there', () => {
    rmSync(join(root, 'browser'), { recursive: true });
    expect(() => loadAssets(root, '/pay/assets')).toThrow('not built');
  });
});
