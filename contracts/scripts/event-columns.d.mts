export interface EventColumn {
  /** As `shares[].parts[].amountMinor`. */
  readonly path: string;
  readonly name: string;
  readonly column: string;
  readonly kind: 'string' | 'time' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description: string;
  readonly unit: string;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  readonly values?: readonly unknown[];
  readonly items?: unknown;
}

export function columnsOf(schema: unknown, path?: string): readonly EventColumn[];

export function isOfFirstLevel(column: EventColumn): boolean;

export function snakeCase(name: string): string;
