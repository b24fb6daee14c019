export type Schema = Readonly<Record<string, unknown>>;
export interface TopicEntry {
  readonly name: string;
  readonly owner: string;
  readonly key: string;
  readonly partitions: number;
}
export interface ProblemCodeEntry {
  readonly code: string;
  readonly status: number;
}
export interface Contracts {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly topics: readonly TopicEntry[];
  readonly problemCodes: readonly ProblemCodeEntry[];
}

export declare const compareSchemas: (before: Schema, after: Schema, at?: string) => string[];
export declare const compareTopics: (before: readonly TopicEntry[], after: readonly TopicEntry[]) => string[];
export declare const compareProblemCodes: (
  before: readonly ProblemCodeEntry[],
  after: readonly ProblemCodeEntry[],
) => string[];
export declare const compareContracts: (before: Contracts, after: Contracts) => string[];
