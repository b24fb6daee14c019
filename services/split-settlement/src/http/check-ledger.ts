import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { exponentOf, formatMinor } from '@repasse/values/money';
import { faultsOf, type CurrencyTotal } from '../store/check-ledger';
import { type LedgerAudit } from '../workflow/ledger-audit';

/** An imbalance is an answer, not a fault: the caller asks for it. */
export const checkLedgerOperation = (
  audit: Pick<LedgerAudit, 'check' | 'checkAnew'>,
  clock: Clock,
): Operation<unknown, { readonly entries: 'NEW' | 'ALL' }> => ({
  handle: async ({ query, signal }) => {
    const report = query.entries === 'ALL' ? await audit.checkAnew(signal) : await audit.check();
    return {
      status: 200,
      body: {
        isBalanced: report.isBalanced,
        imbalance: formatMinor(report.imbalanceMinor),
        transactionCount: report.transactionCount,
        currencies: report.totals.map(totalView),
        faults: faultsOf(report),
        checkedAt: toIso(clock.now()),
        allCheckedAt: report.readAllAt,
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
