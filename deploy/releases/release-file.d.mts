export interface Release {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The commit that it was cut from; the file itself came with the next one. */
  readonly commit: string;
  /** SHA-256 by path. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly functions: Readonly<Record<string, ReleasedFunctions>>;
}

export interface ReleasedFunctions {
  readonly version: number;
  readonly sha256: string;
  readonly signatures: readonly string[];
}

export const releaseOf: (from: {
  readonly root: string;
  readonly version: string;
  readonly date: string;
  readonly commit: string;
}) => Release;
export const readReleases: (folder: string) => readonly Release[];
export const faultsAgainst: (release: Release, root: string) => readonly string[];
export const contractOf: (sql: string) => string | undefined;
