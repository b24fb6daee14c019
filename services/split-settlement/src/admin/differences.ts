import { exitCodes, type AdminCommand } from '@repasse/chassis/admin/command';
import { trialBalanceOn } from '../trial-balance';
import { differencesOf, printTrialBalance } from '../trial-balance-report';

/** The books against their entries, and against the events of charges, payments and payouts: the trial balance. */
export const differences: AdminCommand = {
  name: 'differences',
  summary: 'the ledger against its entries and the events of all services: the trial balance',
  changes: false,
  run: async ({ db, bus, report }) => {
    const taken = await trialBalanceOn(db, await bus());
    report(printTrialBalance(taken));
    const found = differencesOf(taken);
    return {
      rows: found.map((difference) => ({ difference })),
      summary: found.length === 0 ? 'Ledger and events agree.' : `${found.length} differences.`,
      exitCode: found.length === 0 ? exitCodes.done : exitCodes.found,
    };
  },
};
