import { money, quoted, sentence, type TextsOf } from './wording';

export const withdrawalTexts: TextsOf<'withdrawal' | 'payout'> = {
  'repasse.withdrawal.requested.v1': (e) =>
    `A withdrawal of ${money(e.amountMinor, e.currency)} in ${e.payCurrency} was asked for; the money has left the available balance.`,
  'repasse.withdrawal.proposed.v1': (e) =>
    `A withdrawal of ${money(e.amountMinor, e.currency)} waits for a second person to release it; the money has left the available balance.`,
  'repasse.withdrawal.canceled.v1': (e) =>
    `The withdrawal was not released (${e.cancelReason}); ${money(e.amountMinor, e.currency)} are available to user ${e.userId} again.`,
  'repasse.withdrawal.returned.v1': (e) =>
    `Booked in the ledger: ${money(e.returnedMinor, e.currency)} came back and are available to user ${e.userId} again.`,
  'repasse.withdrawal.paid.v1': (e) =>
    `Booked in the ledger: the withdrawal of ${money(e.amountMinor, e.currency)} is paid.`,
  'repasse.withdrawal.failed.v1': (e) =>
    `Booked in the ledger: ${money(e.amountMinor, e.currency)} are available to user ${e.userId} again.`,
  'repasse.payout.requested.v1': (e) =>
    `The provider will be asked to pay ${money(e.amountMinor, e.currency)} out in ${e.payCurrency} to ${e.payAddress}.`,
  'repasse.payout.confirming.v1': (e) => `The provider is sending ${e.payAmount} ${e.payCurrency}.`,
  'repasse.payout.settled.v1': (e) =>
    `The provider has sent ${e.payAmount} ${e.payCurrency}${e.transactionHash === null ? '' : ` in transaction ${e.transactionHash}`}.`,
  'repasse.payout.returned.v1': (e) =>
    `The receiver's bank has sent ${money(e.returnedMinor, e.currency)} back.${quoted(e.returnReason)}`,
  'repasse.payout.failed.v1': (e) => `Nothing was paid out. The provider says: ${sentence(e.failure)}`,
};
