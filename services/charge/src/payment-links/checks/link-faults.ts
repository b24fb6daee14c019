import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/charge';
import { expiryFaults, unlessOnlyLate } from '../../http/checks/lateness';
import { plain, refusalOf } from '../../http/checks/refusal';
import { splitFaults } from '../../http/checks/split-faults';
import { amountMinorOf } from '../../http/requests/charge-request';

export type CreateLinkBody = components['schemas']['CreatePaymentLink'];

/** All faults of a request to create a link beyond its schema. */
export const linkFaults = (
  request: ApiRequest<CreateLinkBody>,
  faulty: ReadonlySet<string>,
  now: Date,
): readonly Fault[] => {
  const { body } = request;
  const lasting = [
    ...presenceFaults(body, faulty),
    ...zeroFaults(body, faulty),
    ...orderFaults(body, faulty),
    ...shareFaults(body, faulty),
  ];
  return unlessOnlyLate(request, faulty, lasting, endFaults(body.validUntil, faulty, now)).map(plain);
};

/** Of a new end; null takes the end away. */
export const endFaults = (
  validUntil: string | null | undefined,
  faulty: ReadonlySet<string>,
  now: Date,
): readonly Fault[] =>
  typeof validUntil !== 'string' || faulty.has('validUntil')
    ? []
    : expiryFaults('validUntil', validUntil, now).map(plain);

/** For a request whose end the check has left to the handler. */
export const refuseLateEnd = ({ validUntil }: CreateLinkBody, now: Date): void => {
  const faults = endFaults(validUntil, new Set(), now);
  if (faults.length > 0) throw refusalOf(faults);
};

/** Either a price, or both limits of an open one. */
const presenceFaults = (
  { amount, minAmount, maxAmount }: CreateLinkBody,
  faulty: ReadonlySet<string>,
): readonly Fault[] => {
  const isOpen = minAmount !== undefined || maxAmount !== undefined;
  if (amount !== undefined) {
    const message = 'is for a fixed amount only: leave it out, or minAmount and maxAmount.';
    return isOpen && !faulty.has('amount') ? [{ field: 'amount', message }] : [];
  }
  if (!isOpen) return [{ field: 'amount', message: 'is required, or minAmount and maxAmount in its place.' }];
  if (minAmount === undefined) return [{ field: 'minAmount', message: 'is required beside maxAmount.' }];
  return maxAmount === undefined ? [{ field: 'maxAmount', message: 'is required beside minAmount.' }] : [];
};

const zeroFaults = (body: CreateLinkBody, faulty: ReadonlySet<string>): readonly Fault[] =>
  (['amount', 'minAmount', 'maxAmount'] as const)
    .filter((field) => !faulty.has(field) && body[field] !== undefined && amountMinorOf(body[field]) === 0)
    .map((field) => ({ field, message: 'must be more than 0.00.' }));

const orderFaults = ({ minAmount, maxAmount }: CreateLinkBody, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (minAmount === undefined || maxAmount === undefined || faulty.has('minAmount') || faulty.has('maxAmount')) {
    return [];
  }
  const isInOrder = (amountMinorOf(minAmount) ?? 0) <= (amountMinorOf(maxAmount) ?? 0);
  return isInOrder ? [] : [{ field: 'maxAmount', message: 'must be at least minAmount.' }];
};

/** FIXED shares have to fit the least that may be paid. */
const shareFaults = (body: CreateLinkBody, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (body.split === undefined || faulty.has('split')) return [];
  const field = body.amount === undefined ? 'minAmount' : 'amount';
  const least = body[field];
  const unknown = least === undefined ? new Set([...faulty, field]) : faulty;
  return splitFaults({ split: body.split, grossAmount: least ?? '' }, unknown, field);
};
