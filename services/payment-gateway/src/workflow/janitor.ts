import { type ServiceParts } from '@repasse/chassis/service/parts';
import { poll, type Poll } from '@repasse/chassis/waiting/poll';
import { deleteExpiredRows } from '../store/expired-rows';

const intervalMs = 60 * 60_000;

/** Deletes rows that have served their purpose. */
export const startJanitor = ({ db, clock, log }: Pick<ServiceParts, 'db' | 'clock' | 'log'>): Poll =>
  poll({
    name: 'janitor',
    intervalMs,
    firstDelayMs: intervalMs,
    log,
    run: () => deleteExpiredRows(db, clock.now()),
  });
