/** The YAML files that programs read, as JSON, which a starting process parses in a fraction of the time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

const suffix = '.yaml';

/** References into common.yaml become local: whoever reads a description puts what it takes from there beside its own. */
export const parsed = (text) => load(text.replaceAll('./common.yaml#/', '#/'));

export const generateJson = (root) => {
  const descriptions = readdirSync(join(root, 'http')).filter((file) => file.endsWith(suffix));
  return [
    'errors.yaml',
    'retention.yaml',
    'roles.yaml',
    'topics.yaml',
    ...descriptions.map((file) => `http/${file}`),
  ].map((file) => [
    `src/generated/${file.slice(0, -suffix.length)}.json`,
    JSON.stringify(parsed(readFileSync(join(root, file), 'utf8'))),
  ]);
};
