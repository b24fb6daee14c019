import { money, sentence, type TextsOf } from './wording';

export const withdrawalTexts: TextsOf<'withdrawal' | 'payout'> = {
  'repasse.withdrawal.requested.v1': (e) =>
    `A withdrawal of ${money(e.amountMinor, e.currency)} in ${e.payCurrency} was asked for; the money has left the available balance.`,
  'repasse.withdrawal.paid.v1': (e) =>
    `Booked in the ledger: the withdrawal of ${money(e.amountMinor, e.currency)} is paid.`,
  'repasse.withdrawal.failed.v1': (e) =>
    `Booked in the ledger: ${money(e.amountMinor, e.currency)} are available to user ${e.userId} again.`,
  'repasse.payout.requested.v1': (e) =>
    `The provider will be asked to pay ${money(e.amountMinor, e.currency)} out in ${e.payCurrency} to ${e.payAddress}.`,
  'repasse.payout.confirming.v1': (e) => `The provider is sending ${e.payAmount} ${e.payCurrency}.`,
  'repasse.payout.settled.v1': (e) =>
    `The provider has sent ${e.payAmount} ${e.payCurrency}${e.transactionHash === null ? '' : ` in transaction ${e.transactionHash}`}.`,
  'repasse.payout.failed.v1': (e) => `Nothing was paid out. The provider says: ${sentence(e.failure)}`,
};
