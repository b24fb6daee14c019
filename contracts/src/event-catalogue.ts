import { eventNames, type EventType } from './generated/events';
import { readJson } from './package-root';

export interface EventSchema {
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly [keyword: string]: unknown;
}

export interface CatalogueEntry {
  readonly name: string;
  readonly version: number;
  readonly type: EventType;
  readonly service: string;
  readonly topic: string;
  readonly schema: EventSchema;
  readonly example: Readonly<Record<string, unknown>>;
}

const readEntry = (type: EventType): CatalogueEntry => {
  const { name, version, service, topic } = eventNames[type];
  const file = `${name}.v${version}`;
  return {
    name,
    version,
    type,
    service,
    topic,
    schema: readJson('events', service, `${file}.schema.json`) as EventSchema,
    example: readJson('events', service, `${file}.example.json`) as Readonly<Record<string, unknown>>,
  };
};

/** Every public event of the platform, with its schema and one example. */
export const eventCatalogue: readonly CatalogueEntry[] = (Object.keys(eventNames) as EventType[]).map(readEntry);

const entriesByType = new Map<string, CatalogueEntry>(eventCatalogue.map((entry) => [entry.type, entry]));

export const isEventType = (type: string): type is EventType => entriesByType.has(type);

export const catalogueEntry = (type: EventType): CatalogueEntry => {
  const entry = entriesByType.get(type);
  if (entry === undefined) throw new Error(`No event of type ${type} is in the catalogue.`);
  return entry;
};

export const topicOf = (type: EventType): string => catalogueEntry(type).topic;
