export interface SqlText {
  readonly path: string;
  readonly sql: string;
  readonly sha256: string;
}

export const digestOf: (text: string) => string;
export const readMigrations: (root: string) => readonly SqlText[];
export const readFunctions: (
  root: string,
) => readonly (SqlText & { readonly version: number; readonly signatures: readonly string[] })[];
export const signaturesOf: (sql: string) => readonly string[];
