import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './compose-file';

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(dist|node_modules|generated|target)\//.test(file))
    .map((file) => join(folder, file));

it('the chassis shows what other packages import, and keeps the rest in internal/', () => {
  const users = ['deploy', 'test-e2e', ...readdirSync(join(root, 'services')).map((name) => `services/${name}`)]
    .filter((folder) => folder !== 'services/chassis')
    .flatMap(sourcesIn);
  const texts = users.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const imported = new Set([...texts.matchAll(/'@repasse\/chassis\/([\w/-]+)'/g)].map(([, module]) => module));
  const face = sourcesIn('services/chassis/src')
    .map((file) => file.slice('services/chassis/src/'.length, -'.ts'.length))
    .filter((file) => file.includes('/') && !/\/internal\/|[.]spec$|^testing\//.test(file));

  expect(face.length).toBeGreaterThan(100);
  expect(face.filter((module) => !imported.has(module))).toEqual([]);
});
