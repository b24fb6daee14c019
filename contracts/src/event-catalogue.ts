import type { EventType } from './generated/events';
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

type ListedEvent = Omit<CatalogueEntry, 'schema' | 'example'>;

const readEntry = (listed: ListedEvent): CatalogueEntry => {
  const { name, version, service } = listed;
  const file = `${name}.v${version}`;
  return {
    ...listed,
    schema: readJson('schemas', service, `${file}.schema.json`) as EventSchema,
    example: readJson('events', service, `${file}.example.json`) as Readonly<Record<string, unknown>>,
  };
};

/** Every public event of the platform, with its schema and one example. */
export const eventCatalogue: readonly CatalogueEntry[] = (readJson('schemas', 'index.json') as ListedEvent[]).map(
  readEntry,
);

const entriesByType = new Map<string, CatalogueEntry>(eventCatalogue.map((entry) => [entry.type, entry]));

export const isEventType = (type: string): type is EventType => entriesByType.has(type);

export const catalogueEntry = (type: EventType): CatalogueEntry => {
  const entry = entriesByType.get(type);
  if (entry === undefined) throw new Error(`No event of type ${type} is in the catalogue.`);
  return entry;
};

export const topicOf = (type: EventType): string => catalogueEntry(type).topic;
