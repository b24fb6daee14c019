import { sumMinor } from '@repasse/values/money';
import { type EventData } from '@repasse/contracts';
import { amongOthers, money, type TextsOf } from './wording';

export const settlementTexts: TextsOf<'split' | 'funds' | 'share'> = {
  'repasse.split.settled.v1': (e) =>
    `Booked in the ledger: ${money(e.feeAmountMinor, e.currency)} in fees, the rest${amongOthers(e.shares.length)}${reserveOf(e.disputeReserveMinor, e.currency)}.`,
  'repasse.funds.released.v1': (e) => `${money(e.amountMinor, e.currency)} became available to user ${e.userId}.`,
  'repasse.share.held.v1': (e) =>
    `${money(e.amountMinor, e.currency)} of the owner’s share waits until ${e.returnAt} for a recipient who is not registered.`,
  'repasse.share.claimed.v1': (e) =>
    `${money(e.amountMinor, e.currency)} that waited went to user ${e.claimedByUserId}, who is registered and verified now.`,
  'repasse.share.returned.v1': (e) => `${money(e.amountMinor, e.currency)} that waited is the owner’s again.`,
  'repasse.split.reversed.v1': (e) =>
    `Booked in the ledger: the refund of ${money(e.amountMinor, e.currency)} was taken back from ${usersOf(e)}${debtOf(e)}.`,
};

const reserveOf = (reserveMinor: number, currency: string): string =>
  reserveMinor === 0 ? '' : `; ${money(reserveMinor, currency)} held back for disputes`;

type Reversed = EventData['repasse.split.reversed.v1'];

const usersOf = ({ shares, currency }: Reversed): string =>
  shares.map(({ userId, amountMinor }) => `user ${userId} (${money(amountMinor, currency)})`).join(', ');

const debtOf = ({ shares, currency }: Reversed): string => {
  const owedMinor = sumMinor(shares.map(({ fromDebtMinor }) => fromDebtMinor));
  return owedMinor === 0 ? '' : `; ${money(owedMinor, currency)} of it was not there and is owed`;
};
