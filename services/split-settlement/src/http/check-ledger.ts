import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { exponentOf, formatMinor } from '@repasse/chassis/money';
import {
  type CurrencyTotal,
  type DriftedBalance,
  type LedgerReport,
  type UnexplainedAccount,
} from '../store/check-ledger';

/** An imbalance is an answer, not a fault: whoever asks wants to be told. */
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
        faults: [
          ...report.unbalancedTransactionIds.map(unbalanced),
          ...report.driftedBalances.map(drifted),
          ...report.unexplainedAccounts.map(unexplained),
        ],
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

const unbalanced = (transactionId: string): string => `Transaction ${transactionId} does not balance.`;

const drifted = ({ accountId, currency, balanceMinor, postedMinor }: DriftedBalance): string => {
  const exponent = exponentOf(currency);
  return `The balance of ${accountId} says ${formatMinor(balanceMinor, exponent)} ${currency}, its postings add up to ${formatMinor(postedMinor, exponent)}.`;
};

const unexplained = ({ accountId, currency, postedMinor, explainedMinor }: UnexplainedAccount): string => {
  const exponent = exponentOf(currency);
  return `${accountId} holds ${formatMinor(postedMinor, exponent)} ${currency}, but what waits in it adds up to ${formatMinor(explainedMinor, exponent)}.`;
};
