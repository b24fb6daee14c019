/** Reads what callers from outside are offered, from the working tree or from a commit, as one description. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, readBlobs } from './contracts-at.mjs';
import { parsed } from './generate-json.mjs';

const isDescription = (path) => /^http\/[\w.-]+\.yaml$/.test(path);

export const httpInWorkingTree = (root) => {
  const paths = readdirSync(join(root, 'http')).map((name) => `http/${name}`);
  return mergedFrom(paths.filter(isDescription).map((path) => readFileSync(join(root, path), 'utf8')));
};

export const httpAt = (root, commit) => {
  const paths = git(root, ['ls-tree', '--name-only', commit, 'http/']).toString().split('\n').filter(isDescription);
  return mergedFrom([...readBlobs(root, commit, paths).values()]);
};

/** As src/merged-openapi.ts merges them, which reads generated files and so knows the working tree alone. */
const mergedFrom = (texts) => {
  const documents = texts.map(parsed).filter((document) => document['x-development-only'] !== true);
  const merged = { paths: {}, webhooks: {}, components: {} };
  for (const { paths = {}, webhooks = {}, components = {} } of documents) {
    Object.assign(merged.webhooks, webhooks);
    for (const [kind, named] of Object.entries(components)) {
      merged.components[kind] = { ...merged.components[kind], ...named };
    }
    for (const [path, item] of Object.entries(paths)) {
      const offered = Object.entries(item).filter(([, operation]) => isOffered(operation));
      if (offered.length > 0) merged.paths[path] = { ...merged.paths[path], ...Object.fromEntries(offered) };
    }
  }
  return merged;
};

const isOffered = ({ security }) => !security.some((requirement) => 'internalToken' in requirement);
