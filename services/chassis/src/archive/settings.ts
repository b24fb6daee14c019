import { integer, optional, readConfig, text, type Env } from '../config/config';

/**
 * Younger subjects may still change: a sale by card in twelve instalments is released after a year, and a chargeback may
 * come behind it.
 */
const monthsMin = 13;

/** What the archive's commands read beside a service's own settings. */
export const loadArchiveSettings = (env: Env) =>
  readConfig(env, {
    /** The folder of archive files; object storage is mounted there. */
    folder: optional(text('ARCHIVE_DIR')),
    afterMonths: integer('ARCHIVE_AFTER_MONTHS', { default: 24, min: monthsMin, max: 600 }),
  });
