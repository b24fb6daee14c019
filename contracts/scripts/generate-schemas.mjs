/** The schemas in schemas/, as they are published and registered, and the list of them that programs read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readEvents, topicOfEvent } from './event-sources.mjs';
import { formatted } from './formatted.mjs';

export const generateSchemas = async (root) => {
  const { topics } = load(readFileSync(join(root, 'topics.yaml'), 'utf8'));
  const events = readEvents(root);
  const list = events.map((event) => listed(event, topicOfEvent(topics, event)));
  return Promise.all(
    [...events.map(({ path, schema }) => [path, schema]), ['schemas/index.json', list]].map(async ([path, content]) => {
      const file = join(root, path);
      return [path, await formatted(file, JSON.stringify(content, null, 2))];
    }),
  );
};

const listed = ({ type, name, version, service }, { name: topic }) => ({ type, name, version, service, topic });
