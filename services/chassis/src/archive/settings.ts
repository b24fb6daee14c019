import { integer, readConfig, text, type Env, type Settings } from '../config/config';

/**
 * Younger subjects may still change: a sale by card in twelve instalments is released after a year, and a chargeback may
 * come behind it.
 */
const monthsMin = 13;

/** The settings that the commands of the archive read beside a service's own settings. */
export const archiveSettings = {
  folder: text('ARCHIVE_DIR', { about: 'the folder of archive files; object storage is mounted there' }),
  afterMonths: integer('ARCHIVE_AFTER_MONTHS', {
    about: 'how many months nothing may have happened to a closed charge before `archive run` takes it',
    default: 24,
    min: monthsMin,
    max: 600,
  }),
} satisfies Settings;

export const loadArchiveSettings = (env: Env) => readConfig(env, archiveSettings);
