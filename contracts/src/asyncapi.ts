import { readGenerated } from './package-root';

/** asyncapi.yaml in one piece: topics and events, the schema of each inside. */
export const asyncApi = (): Readonly<Record<string, unknown>> =>
  readGenerated('asyncapi.json') as Readonly<Record<string, unknown>>;
