import { multiplyDivideFloor, sumMinor } from '@repasse/chassis/money';

/** Somebody who got a part of a charge, with what was taken back of it before. */
export interface Party {
  readonly userId: number;
  readonly isOwner: boolean;
  /** What of the gross amount is theirs to give back. The owner's is what the others leave, so it includes the fees. */
  readonly partMinor: number;
  /** Taken back in proportion, so far. */
  readonly takenMinor: number;
  /** Taken back because somebody said so by name, so far. */
  readonly listedMinor: number;
}

export interface Giving {
  readonly userId: number;
  readonly isOwner: boolean;
  readonly amountMinor: number;
}

/** What each user gives, in the words of who asked for the refund. */
export type SplitRefund = readonly { readonly userId: number; readonly amountMinor: number }[];

/**
 * Who gives how much of an amount that goes back. The givings add up to it, nobody gives less than nothing, and nobody
 * but the owner gives more than they got. Fees are not given back, so the owner carries them.
 */
export const divideReversal = (
  parties: readonly Party[],
  amountMinor: number,
  splitRefund: SplitRefund | null,
): Giving[] => {
  const givings =
    splitRefund === null ? inProportion(parties, amountMinor) : asListed(parties, amountMinor, splitRefund);
  return givings.filter((giving) => giving.amountMinor > 0);
};

/**
 * When `total` has gone back, each party but the owner has given floor(total × part / whole), whatever the steps: refunds
 * bit by bit end exactly where one refund would. What was taken by name is set aside first.
 */
const inProportion = (parties: readonly Party[], amountMinor: number): Giving[] => {
  const wholeMinor = sumMinor(parties.map(ownPart));
  const totalMinor = Math.min(sumMinor(parties.map(({ takenMinor }) => takenMinor)) + amountMinor, wholeMinor);
  const dueOf = (party: Party): number =>
    Math.max(0, multiplyDivideFloor(totalMinor, ownPart(party), Math.max(1, wholeMinor)) - party.takenMinor);

  // A step smaller than the centavos that rounding has put off takes them in this order; the next step takes the rest.
  const due = serve(others(parties), amountMinor, dueOf);
  const excessMinor = Math.max(0, amountMinor - totalOf(due) - roomOf(owner(parties)));
  // The other way round, the owner may have given a centavo that rounding put off for others, who give it now.
  const more = serve(others(parties), excessMinor, (party) => roomOf(party) - (due.get(party.userId) ?? 0));
  return givingsOf(parties, amountMinor, [due, more]);
};

/** Nobody can be named to give what they never got: what is asked of a stranger, or in excess, is left to the owner. */
const asListed = (parties: readonly Party[], amountMinor: number, splitRefund: SplitRefund): Giving[] => {
  const askedOf = ({ userId }: Party): number =>
    sumMinor(splitRefund.filter((each) => each.userId === userId).map((each) => each.amountMinor));
  const given = serve(others(parties), amountMinor, (party) => Math.min(askedOf(party), roomOf(party)));
  return givingsOf(parties, amountMinor, [given]);
};

/** By user. */
type Amounts = ReadonlyMap<number, number>;

/** Takes of each party what is wanted, in their order, until the amount is used up. */
const serve = (parties: readonly Party[], amountMinor: number, wantedOf: (party: Party) => number): Amounts => {
  const amounts = new Map<number, number>();
  let leftMinor = amountMinor;
  for (const party of parties) {
    const takenMinor = Math.max(0, Math.min(leftMinor, wantedOf(party)));
    amounts.set(party.userId, takenMinor);
    leftMinor -= takenMinor;
  }
  return amounts;
};

/** The owner gives what the others do not. */
const givingsOf = (parties: readonly Party[], amountMinor: number, amounts: readonly Amounts[]): Giving[] => {
  const restMinor = amountMinor - sumMinor(amounts.map(totalOf));
  return parties.map(({ userId, isOwner }) => ({
    userId,
    isOwner,
    amountMinor: isOwner ? restMinor : sumMinor(amounts.map((each) => each.get(userId) ?? 0)),
  }));
};

const totalOf = (amounts: Amounts): number => sumMinor([...amounts.values()]);

const others = (parties: readonly Party[]): Party[] => parties.filter(({ isOwner }) => !isOwner);

/** Every settlement has one, and its absence is noticed when it is booked. */
const owner = (parties: readonly Party[]): Party | undefined => parties.find(({ isOwner }) => isOwner);

/** What is divided in proportion: the part without what was taken by name. */
const ownPart = ({ partMinor, listedMinor }: Party): number => Math.max(0, partMinor - listedMinor);

/** What there still is to take back of what they got. */
const roomOf = (party: Party | undefined): number =>
  party === undefined ? 0 : Math.max(0, party.partMinor - party.takenMinor - party.listedMinor);
