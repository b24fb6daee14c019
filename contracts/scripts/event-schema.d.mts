/** What an entry of `fields` says: nothing, a description, or keywords of draft-07 with `is`, `nullable` and `fields`. */
export type FieldEntry = null | string | Readonly<Record<string, unknown>>;
export type FieldEntries = Readonly<Record<string, FieldEntry>>;
export interface SharedFields {
  readonly types: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly groups: Readonly<Record<string, FieldEntries>>;
}
export interface EventSource {
  readonly type: string;
  readonly description: string;
  readonly since: string;
  readonly fields: FieldEntries;
}

export declare const eventSchema: (
  name: string,
  source: EventSource,
  shared: SharedFields,
) => Readonly<Record<string, unknown>>;
