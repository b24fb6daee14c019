import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { faultsOf, type CurrencyTotal, type LedgerReport } from '../store/check-ledger';

/** An imbalance is an answer, not a fault: the caller asks for it. */
export const checkLedgerOperation = (check: () => Promise<LedgerReport>, clock: Clock): Operation => ({
  handle: async () => {
    const report = await check();
    return {
      status: 200,
      body: {
        isBalanced: report.isBalanced,
        imbalance: formatMinor(report.imbalanceMinor),
        transactionCount: report.transactionCount,
        currencies: report.totals.map(totalView),
        faults: faultsOf(report),
        checkedAt: toIso(clock.now()),
      },
    };
  },
});

const totalView = ({ currency, debitMinor, creditMinor }: CurrencyTotal): object => {
  const exponent = exponentOf(currency);
  return {
    currency,
    debits: formatMinor(debitMinor, exponent),
    credits: formatMinor(creditMinor, exponent),
    difference: formatMinor(creditMinor - debitMinor, exponent),
  };
};
