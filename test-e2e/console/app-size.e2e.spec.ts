import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const app = join(__dirname, '../../services/console/dist/app');

/** kB of 1000 bytes, compressed as a server in front would. */
const budgets = { firstLoad: 130, screen: 70, styles: 15 } as const;

const read = (asset: string): Buffer => readFileSync(join(app, 'assets', asset));
const kilobytes = (assets: readonly string[]): number =>
  assets.reduce((sum, asset) => sum + brotliCompressSync(read(asset)).length, 0) / 1_000;

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** With everything it imports before it can run. */
const chunksOf = (asset: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(asset)) return seen;
  seen.add(asset);
  for (const name of namesIn(read(asset).toString('utf8'), /(?:from|import)["']\.\/([\w.-]+\.js)["']/g))
    chunksOf(name, seen);
  return seen;
};

describe('the console’s app, as it is built', () => {
  const page = readFileSync(join(app, 'index.html'), 'utf8');
  const first = namesIn(page, /(?:src|href)="\/assets\/([\w.-]+)"/g);
  const scripts = first.filter((name) => name.endsWith('.js'));
  const styles = first.filter((name) => name.endsWith('.css'));
  const start = new Set(scripts.flatMap((name) => [...chunksOf(name)]));

  it('loads little before its first screen', () => {
    expect(scripts.length).toBeGreaterThan(0);
    expect(kilobytes([...start, ...styles])).toBeLessThan(budgets.firstLoad);
    expect(kilobytes(styles)).toBeLessThan(budgets.styles);
  });

  it('loads little for each screen', () => {
    const chunks = readdirSync(join(app, 'assets')).filter((name) => name.endsWith('.js') && !start.has(name));
    const sizes = chunks.map((name) => ({
      ...{ name, size: kilobytes([...chunksOf(name)].filter((chunk) => !start.has(chunk))) },
    }));
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(({ size }) => size > budgets.screen)).toEqual([]);
  });
});
