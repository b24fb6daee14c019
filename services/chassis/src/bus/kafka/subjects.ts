import { catalogueEntry, type EventType } from '@repasse/contracts';

const deadLetterSuffix = '.dlq';

/**
 * The name an event's schema has in the registry: a topic carries many types, so each has a subject of its own.
 * A dead letter is an event that came by its topic, so it keeps that topic's subject.
 */
export const subjectOf = (topic: string, type: EventType): string => `${withoutDeadLetterSuffix(topic)}-${type}`;

/**
 * The text a schema is registered and looked up by. The registry compares texts, so the deploy step that registers and
 * the service that looks up have to write the same one.
 */
export const schemaTextOf = (type: EventType): string => {
  const text = schemaTexts.get(type) ?? JSON.stringify(catalogueEntry(type).schema);
  schemaTexts.set(type, text);
  return text;
};

const schemaTexts = new Map<EventType, string>();

export const isDeadLetterTopic = (topic: string): boolean => topic.endsWith(deadLetterSuffix);

const withoutDeadLetterSuffix = (topic: string): string =>
  isDeadLetterTopic(topic) ? topic.slice(0, -deadLetterSuffix.length) : topic;
