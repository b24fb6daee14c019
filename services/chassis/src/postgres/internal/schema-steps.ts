import { type MigrationFile, type SqlFile } from './schema-files';
import { type SchemaDifference } from './schema-state';

/** Files that are committed together, or one that commits by itself. */
export type Step =
  | { readonly kind: 'in transaction'; readonly files: readonly SqlFile[] }
  | { readonly kind: 'without transaction' | 'in batches'; readonly file: MigrationFile };

/** Neighbours that run in a transaction share one, and the functions come with the last of them. */
export const planSteps = ({ migrations, functions }: Pick<SchemaDifference, 'migrations' | 'functions'>): Step[] => {
  const steps: Step[] = [];
  let together: SqlFile[] = [];
  const close = (): void => {
    if (together.length > 0) steps.push({ kind: 'in transaction', files: together });
    together = [];
  };
  for (const file of migrations) {
    if (file.kind === 'in transaction') {
      together.push(file);
      continue;
    }
    close();
    steps.push({ kind: file.kind, file });
  }
  together.push(...functions);
  close();
  return steps;
};
