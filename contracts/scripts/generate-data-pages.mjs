/** docs/data/topics and docs/data/events: a page for each topic and for each event, for those who read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { eventPage } from './event-page.mjs';
import { readEvents, topicOfEvent } from './event-sources.mjs';
import { formatted } from './formatted.mjs';
import { topicPage } from './topic-page.mjs';

export const generateDataPages = async (root) => {
  const { topics } = load(readFileSync(join(root, 'topics.yaml'), 'utf8'));
  const events = readEvents(root).map((event) => ({ ...event, topic: topicOfEvent(topics, event) }));
  const pages = [
    ...events.map((event) => [`events/${event.label}.md`, eventPage(event)]),
    ...topics.map((topic) => [`topics/${topic.name}.md`, topicPage(topic, eventsOf(topic, events))]),
  ];
  return Promise.all(
    pages.map(async ([name, text]) => {
      const path = `../docs/data/${name}`;
      return [path, await formatted(join(root, path), text)];
    }),
  );
};

const eventsOf = ({ name }, events) => events.filter(({ topic }) => topic.name === name);
