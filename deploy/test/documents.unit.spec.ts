import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const services = readdirSync(join(root, 'services')).map((name) => `services/${name}/README.md`);
const pages = readdirSync(join(root, 'services/chassis/docs')).map((name) => `services/chassis/docs/${name}`);
const community = ['.github/CONTRIBUTING.md', '.github/SECURITY.md'];
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'contracts/README.md', 'test-e2e/README.md'],
  ...[...community, ...services, ...pages],
];

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  it('names files that are there', () => {
    const named = [...text.matchAll(/`((?:services|contracts|deploy|test-e2e|docs)\/[\w./-]+)`/g)].map(
      ([, path]) => path ?? '',
    );

    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path ?? '');

    expect(links.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
  });
});
