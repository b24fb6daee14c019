import { multiplyDivideFloor, sumMinor } from '@repasse/values/money';

/** A user with a share of a charge, and the amounts taken back from it before. */
export interface Party {
  readonly userId: number;
  readonly isOwner: boolean;
  /** Their part of the gross amount. The owner's is the rest after the others, so it includes the fees. */
  readonly partMinor: number;
  /** Taken back in proportion, so far. */
  readonly takenMinor: number;
  /** The sum taken so far by refunds that named this user. */
  readonly listedMinor: number;
}

export interface Contribution {
  readonly userId: number;
  readonly isOwner: boolean;
  readonly amountMinor: number;
}

/** The amount each user gives, as the refund's request names it. */
export type SplitRefund = readonly { readonly userId: number; readonly amountMinor: number }[];

/**
 * Divides a refund or dispute among the parties. The contributions add up to the amount, none is negative, and only the owner
 * can give more than they got. Fees are not given back, so the owner carries them.
 */
export const divideReversal = (
  parties: readonly Party[],
  amountMinor: number,
  splitRefund: SplitRefund | null,
): Contribution[] => {
  const contributions =
    splitRefund === null ? inProportion(parties, amountMinor) : asListed(parties, amountMinor, splitRefund);
  return contributions.filter((contribution) => contribution.amountMinor > 0);
};

/**
 * After `total` was refunded, each party but the owner has given floor(total × part / whole), in any steps: partial
 * refunds end exactly where one refund would. Amounts taken by name are set aside first.
 */
const inProportion = (parties: readonly Party[], amountMinor: number): Contribution[] => {
  const wholeMinor = sumMinor(parties.map(ownPart));
  const totalMinor = Math.min(sumMinor(parties.map(({ takenMinor }) => takenMinor)) + amountMinor, wholeMinor);
  const dueOf = (party: Party): number =>
    Math.max(0, multiplyDivideFloor(totalMinor, ownPart(party), Math.max(1, wholeMinor)) - party.takenMinor);

  // A step smaller than the centavos that rounding has put off takes them in this order; the next step takes the rest.
  const due = serve(others(parties), amountMinor, dueOf);
  const excessMinor = Math.max(0, amountMinor - totalOf(due) - roomOf(owner(parties)));
  // Conversely, the owner may have given a centavo that rounding postponed for others, who give it now.
  const more = serve(others(parties), excessMinor, (party) => roomOf(party) - (due.get(party.userId) ?? 0));
  return contributionsOf(parties, amountMinor, [due, more]);
};

/** A named user gives at most what they got: amounts of strangers, and excesses, are left to the owner. */
const asListed = (parties: readonly Party[], amountMinor: number, splitRefund: SplitRefund): Contribution[] => {
  const askedOf = ({ userId }: Party): number =>
    sumMinor(splitRefund.filter((each) => each.userId === userId).map((each) => each.amountMinor));
  const given = serve(others(parties), amountMinor, (party) => Math.min(askedOf(party), roomOf(party)));
  return contributionsOf(parties, amountMinor, [given]);
};

/** By user. */
type Amounts = ReadonlyMap<number, number>;

/** Takes the wanted amount from each party, in their order, until the amount is used up. */
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

/** The owner gives the rest. */
const contributionsOf = (
  parties: readonly Party[],
  amountMinor: number,
  amounts: readonly Amounts[],
): Contribution[] => {
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

/** The base of the proportion: the part without amounts taken by name. */
const ownPart = ({ partMinor, listedMinor }: Party): number => Math.max(0, partMinor - listedMinor);

/** How much can still be taken back from a party. */
const roomOf = (party: Party | undefined): number =>
  party === undefined ? 0 : Math.max(0, party.partMinor - party.takenMinor - party.listedMinor);
