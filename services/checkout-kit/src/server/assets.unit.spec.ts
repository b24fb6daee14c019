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
    write('charge/src/checkout/browser/main.js', "import { byId } from '@repasse/checkout-kit/browser/dom';\n");
    write('checkout-kit/src/browser/dom.js', 'export const byId = 1;\n');
    write('styles/page.css', 'body { margin: 0 }\n');
    write('styles/notes.txt', 'not for browsers\n');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('lie beside each other, and ask for each other by address', () => {
    const assets = loadAssets(root, '/pay/assets');

    expect(assets.find('browser', 'main.js')?.text).toBe("import { byId } from '../browser/dom.js';\n");
    expect(assets.find('browser', 'dom.js')?.contentType).toBe('text/javascript; charset=utf-8');
    expect(assets.links).toEqual({
      entry: `/pay/assets/${assets.version}/browser/main.js`,
      preloads: [`/pay/assets/${assets.version}/browser/dom.js`],
      styles: [`/pay/assets/${assets.version}/styles/page.css`],
    });
  });

  it('are only they', () => {
    const assets = loadAssets(root, '/pay/assets');

    expect(assets.find('styles', 'notes.txt')).toBeUndefined();
    expect(assets.find('..', 'package.json')).toBeUndefined();
  });

  it('have another version as soon as one of them is another', () => {
    const before = loadAssets(root, '/pay/assets').version;
    write('checkout-kit/src/browser/dom.js', 'export const byId = 2;\n');

    expect(loadAssets(root, '/pay/assets').version).not.toBe(before);
  });

  it('have names of their own, and an entry', () => {
    write('charge/src/checkout/browser/dom.js', '');
    expect(() => loadAssets(root, '/pay/assets')).toThrow('browser/dom.js');

    rmSync(join(root, 'charge'), { recursive: true });
    expect(() => loadAssets(root, '/pay/assets')).toThrow('not built');
  });
});
