import { exitCodes, UsageError, type AdminCommand, type AdminContext } from '@repasse/chassis/admin/command';
import { rebuild, type RebuildReport } from '@repasse/chassis/projection/rebuild';
import { settleShown } from '@repasse/chassis/projection/settle-shown';
import { views } from '../projections/all-projections';
import { driftRowsOf, keepDrift } from '../projections/drift';

type View = (typeof views)[number];

const viewsNamed = (only: string | undefined): readonly View[] => {
  const named = only === undefined ? views : views.filter(({ name }) => name === only);
  if (named.length > 0) return named;
  throw new UsageError(`No view is called ${only}. There are ${views.map(({ name }) => name).join(', ')}.`);
};

/** Builds or verifies views, one after the other, while the service goes on serving and consuming. */
export const rebuildViews = async (
  { db, report }: Pick<AdminContext, 'db' | 'report'>,
  named: readonly View[],
  verify: boolean,
): Promise<readonly RebuildReport[]> => {
  const reports: RebuildReport[] = [];
  for (const projection of named) {
    report(`${verify ? 'Verifying' : 'Rebuilding'} ${projection.name}`);
    const rebuilt = await rebuild({ db, projection, verify });
    await keepDrift(db, rebuilt);
    reports.push(rebuilt);
  }
  return reports;
};

export const rebuildCommand: AdminCommand = {
  name: 'rebuild',
  summary: 'builds the views anew from the events received, beside the live ones, and swaps them',
  positionals: ['view?'],
  changes: true,
  run: async (context, args) => {
    const named = viewsNamed(args.positional('view'));
    const names = named.map(({ name }) => name).join(', ');
    if (!context.isApplied) return { summary: `Would rebuild ${names}.` };
    const rows = (await rebuildViews(context, named, false)).map(({ projection, eventsApplied, durationMs }) => ({
      ...{ projection, eventsApplied, durationMs: Math.round(durationMs) },
    }));
    const shown = named.length === views.length ? await settleShown(context.db) : 0;
    return { rows, summary: `Rebuilt ${names}.${shown > 0 ? ` ${shown} dead letters are shown now.` : ''}` };
  },
};

export const differences: AdminCommand = {
  name: 'differences',
  summary: 'the views, row by row, against the events received',
  positionals: ['view?'],
  changes: false,
  run: async (context, args) => {
    const reports = await rebuildViews(context, viewsNamed(args.positional('view')), true);
    const rows = reports.flatMap(({ projection, drift }) =>
      drift.map(({ table, missingRows, surplusRows }) => ({ view: projection, table, missingRows, surplusRows })),
    );
    const found = reports.reduce((sum, report) => sum + driftRowsOf(report), 0);
    return {
      rows,
      summary: found === 0 ? 'Views and events agree.' : `${found} rows differ: rebuild.`,
      exitCode: found === 0 ? exitCodes.done : exitCodes.found,
    };
  },
};

export const viewCommands: readonly AdminCommand[] = [rebuildCommand, differences];
