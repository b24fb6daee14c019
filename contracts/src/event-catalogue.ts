import { type EventType } from './generated/events';
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

/** Its files are read when they are first asked for: a process meets few of the events, and hardly any example. */
const entryOf = (listed: ListedEvent): CatalogueEntry => {
  const { name, version, service } = listed;
  const file = `${name}.v${version}`;
  let schema: EventSchema | undefined;
  let example: CatalogueEntry['example'] | undefined;
  return {
    ...listed,
    get schema() {
      return (schema ??= readJson('schemas', service, `${file}.schema.json`) as EventSchema);
    },
    get example() {
      return (example ??= readJson('events', service, `${file}.example.json`) as CatalogueEntry['example']);
    },
  };
};

/** Every public event of the platform, with its schema and one example. */
export const eventCatalogue: readonly CatalogueEntry[] = (readJson('schemas', 'index.json') as ListedEvent[]).map(
  entryOf,
);

const entriesByType = new Map<string, CatalogueEntry>(eventCatalogue.map((entry) => [entry.type, entry]));

export const isEventType = (type: string): type is EventType => entriesByType.has(type);

export const catalogueEntry = (type: EventType): CatalogueEntry => {
  const entry = entriesByType.get(type);
  if (entry === undefined) throw new Error(`No event of type ${type} is in the catalogue.`);
  return entry;
};

export const topicOf = (type: EventType): string => catalogueEntry(type).topic;
