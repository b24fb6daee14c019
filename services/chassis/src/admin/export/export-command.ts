import { resolve } from 'node:path';
import { toIso } from '../../clock';
import { endedDays } from './day';
import { exportDay } from './export-day';
import { type Exported } from './exported';
import { RefusedError, type AdminCommand } from '../command';

/** `export <name>`: days as Parquet files, each with a manifest. It reads, so it needs no --apply. */
export const exportCommand = (exported: Exported): AdminCommand => ({
  name: `export ${exported.name}`,
  summary: `writes the ${exported.name} of days in São Paulo to Parquet files with digests; whole ones are left as they are`,
  options: { from: { type: 'string' }, to: { type: 'string' }, folder: { type: 'string' } },
  changes: false,
  run: async ({ db, clock, report }, args) => {
    const from = args.required('from');
    const days = endedDays(from, args.text('to') ?? from, clock.now());
    const folder = resolve(args.required('folder'));
    const lock = await db.holdAdvisoryLock(`export ${exported.name}`);
    if (lock === undefined) throw new RefusedError(`Another export of the ${exported.name} is at work.`);
    try {
      const rows: object[] = [];
      for (const day of days) {
        const {
          file,
          rows: count,
          bytes,
          sha256,
          isNew,
        } = await exportDay({ db, exported, folder, writtenAt: toIso(clock.now()) }, day);
        report(`${file}: ${count} rows, ${isNew ? 'written' : 'there already'}`);
        rows.push({ file, rows: count, bytes, sha256 });
      }
      return { rows, summary: `${days.length} days are in ${folder}.` };
    } finally {
      await lock.release();
    }
  },
});
