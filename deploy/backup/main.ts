import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../local/project-root';
import { BackupError } from './backup-error';
import { baseBackups, type BaseBackup } from './base-backups';
import { prune } from './prune';
import { restore, type Restored } from './restore';
import { takeBackup } from './take';

const usage = `Usage: npm run backup -- <take | list | restore | prune> --archive DIR [options]

  take      copies the running PostgreSQL of --data into DIR
  list      shows the copies in DIR
  restore   puts the stopped PostgreSQL of --data back: to --at, else to the end of the archive
  prune     deletes all but the newest --keep copies (default 7), and the log that only those needed

  --archive DIR     where npm start --archive keeps the write-ahead log
  --data DIR        the data folder of the installation (default .local)
  --at TIME         the moment to return to, as 2026-11-25T14:03:00Z
  --timeline N      after an earlier restore: the timeline to follow (default the newest)`;

const keepDefault = '7';

export const main = (args: readonly string[]): void => {
  run(args).catch((fault: unknown) => {
    console.error(fault instanceof Error ? fault.message : String(fault));
    process.exitCode = 1;
  });
};

const run = async (args: readonly string[]): Promise<void> => {
  const { command, archiveDir, dataDir, at, timeline, keep } = optionsOf(args);
  switch (command) {
    case 'take':
      printBackups('taken', [await takeBackup(dataDir, archiveDir)]);
      break;
    case 'list':
      printBackups('kept', baseBackups(archiveDir));
      break;
    case 'prune':
      printBackups('deleted', prune(archiveDir, keep));
      break;
    case 'restore':
      printRestored(await restore({ dataDir, archiveDir, at, timeline }));
      break;
    default:
      throw new BackupError(usage);
  }
};

const printRestored = ({ from, keptIn, stoppedAt }: Restored): void => {
  printBackups('restored', [from]);
  console.log(`PostgreSQL: ${stoppedAt}`);
  if (keptIn !== null) console.log(`The files before it are in ${keptIn}; delete them when all is well.`);
};

const printBackups = (what: string, backups: readonly BaseBackup[]): void => {
  const line = ({ name, endedAt, startWal, bytes }: BaseBackup) =>
    `${what} ${name}, reaches any moment from ${endedAt} on, ${String(bytes)} bytes, log from ${startWal}`;
  console.log(backups.length === 0 ? `none ${what}` : backups.map(line).join('\n'));
};

const optionsOf = (args: readonly string[]) => {
  const { values, positionals } = parse(args);
  const [command, ...more] = positionals;
  if (values.archive === undefined || more.length > 0) throw new BackupError(usage);
  const at = values.at === undefined ? null : new Date(values.at);
  if (at !== null && Number.isNaN(at.getTime()))
    throw new BackupError(`--at ${String(values.at)} is no time.\n${usage}`);
  const keep = Number(values.keep);
  if (!Number.isInteger(keep) || keep < 1) throw new BackupError(`--keep must be a whole number from 1 on.\n${usage}`);
  const dataDir = values.data === undefined ? resolve(projectRoot, '.local') : resolve(values.data);
  return { command, archiveDir: resolve(values.archive), dataDir, at, timeline: values.timeline ?? null, keep };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        archive: { type: 'string' },
        data: { type: 'string' },
        at: { type: 'string' },
        timeline: { type: 'string' },
        keep: { type: 'string', default: keepDefault },
      },
    });
  } catch (fault) {
    throw new BackupError(`${fault instanceof Error ? fault.message : String(fault)}\n${usage}`);
  }
};
