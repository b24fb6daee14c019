export const migrationFaults: (
  file: { readonly path: string; readonly sql: string },
  releases: readonly string[],
) => readonly string[];
