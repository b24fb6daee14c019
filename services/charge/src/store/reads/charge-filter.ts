import { type ChargeMethod } from '@repasse/contracts';
import { type Status } from '../standings';
import { isShownAs } from '../status-at';

export interface ChargeFilter {
  readonly userId: number;
  /** Any of these, as they are shown at the moment `now`. */
  readonly statuses?: readonly Status[] | undefined;
  readonly now: string;
  readonly externalReference?: string | undefined;
  /** Created at this moment or later. */
  readonly from?: string | undefined;
  /** Created before this moment. */
  readonly to?: string | undefined;
  /** Paid at this moment or later. */
  readonly paidFrom?: string | undefined;
  /** Paid before this moment. */
  readonly paidTo?: string | undefined;
  /** Of exactly this amount. */
  readonly amountMinor?: number | undefined;
  readonly amountMinMinor?: number | undefined;
  readonly amountMaxMinor?: number | undefined;
  /** By any of these: the method that paid it, until then that of its first attempt. */
  readonly methods?: readonly ChargeMethod[] | undefined;
  /** Of which this other user has a share. */
  readonly recipientId?: number | undefined;
  readonly hasRefund?: boolean | undefined;
  /** Of disputes that were not won. */
  readonly hasDispute?: boolean | undefined;
  readonly hasHeldMoney?: boolean | undefined;
  /** Whose payer has this CPF or CNPJ, without punctuation. */
  readonly payerDocument?: string | undefined;
  /** In lower case. */
  readonly payerEmail?: string | undefined;
  /** Made by this payment link. */
  readonly paymentLinkId?: string | undefined;
  /** Only these, which a search has found. */
  readonly chargeIds?: readonly string[] | undefined;
}

export type Parameter = (value: unknown) => string;

/** The conditions on a row, but for its status. `$1` is the user. */
export const conditionsOf = (filter: ChargeFilter) => {
  const params: unknown[] = [];
  const parameter: Parameter = (value) => `$${params.push(value)}`;
  const conditions = [`user_id = ${parameter(filter.userId)}`, ...comparisonsOf(filter, parameter), ...marksOf(filter)];
  return { conditions, parameter, params };
};

/** Texts differ only by which filters are there, so that each is prepared once and finds its index. */
const comparisonsOf = (filter: ChargeFilter, parameter: Parameter): readonly string[] => {
  const given: readonly (readonly [string, unknown])[] = [
    ['external_reference =', filter.externalReference],
    ['created_at >=', filter.from],
    ['created_at <', filter.to],
    ['paid_at >=', filter.paidFrom],
    ['paid_at <', filter.paidTo],
    ['gross_amount_minor =', filter.amountMinor],
    ['gross_amount_minor >=', filter.amountMinMinor],
    ['gross_amount_minor <=', filter.amountMaxMinor],
  ];
  const { recipientId } = filter;
  return [
    ...given.filter(([, value]) => value !== undefined).map(([text, value]) => `${text} ${parameter(value)}`),
    ...(recipientId === undefined ? [] : [sharesWith(parameter(recipientId))]),
  ];
};

const sharesWith = (recipient: string): string => `json_array_length(shares) > 1 and exists (
  select from json_array_elements(shares) share
  where (share ->> 'userId')::bigint = ${recipient}::bigint and not (share ->> 'isOwner')::boolean)`;

const isHeld = `exists (
  select from surpluses s where s.charge_id = charges.charge_id and s.standing = 'held')`;

/** Literals, because the indexes of the few that are marked so have them. */
export const marksOf = ({ methods, hasRefund, hasDispute, hasHeldMoney }: ChargeFilter): readonly string[] => [
  ...(methods === undefined ? [] : [methodIn(methods)]),
  ...(hasRefund === undefined ? [] : [hasRefund ? 'refunded_amount_minor > 0' : 'refunded_amount_minor = 0']),
  ...(hasDispute === undefined
    ? []
    : [hasDispute ? "status_reason = 'DISPUTED'" : "status_reason is distinct from 'DISPUTED'"]),
  // Those that have some are found by their ids.
  ...(hasHeldMoney === false ? [`not ${isHeld}`] : []),
];

/** One alone is compared, which keeps the order of the index. */
const methodIn = (methods: readonly ChargeMethod[]): string => {
  const words = methods.map((method) => `'${method}'`);
  const [only] = words;
  return `fees -> 0 ->> 'method' ${words.length === 1 ? `= ${only}` : `in (${words.join(', ')})`}`;
};

/** Whether the filter names charges that are found elsewhere, which are few. */
export const isNarrow = ({
  chargeIds,
  payerDocument,
  payerEmail,
  paymentLinkId,
  hasHeldMoney,
}: ChargeFilter): boolean =>
  hasHeldMoney === true || [chargeIds, payerDocument, payerEmail, paymentLinkId].some((each) => each !== undefined);

/** `offset 0` keeps the planner from walking the merchant's whole list for the few charges that are found elsewhere. */
export const sourceOf = (filter: ChargeFilter, parameter: Parameter): string => {
  if (!isNarrow(filter)) return 'charges';
  const { chargeIds, payerDocument, payerEmail, paymentLinkId, hasHeldMoney } = filter;
  const sets = [
    ...(chargeIds === undefined ? [] : [parameter(chargeIds)]),
    ...(payerDocument === undefined ? [] : [ofPayer('document', parameter(payerDocument))]),
    ...(payerEmail === undefined ? [] : [ofPayer('email', parameter(payerEmail))]),
    ...(paymentLinkId === undefined ? [] : [byLink(parameter(paymentLinkId))]),
    ...(hasHeldMoney === true
      ? ["array(select charge_id from surpluses where user_id = $1 and standing = 'held')"]
      : []),
  ];
  const conditions = sets.map((set) => `charge_id = any (${set})`).join(' and ');
  return `(select * from charges where ${conditions} offset 0) charges`;
};

/** Keys are hashes of 64 bits, and of one merchant: two payers with one are not to be expected. */
const ofPayer = (kind: 'document' | 'email', value: string): string =>
  `array(select charge_id from payer_keys where user_id = $1 and key = payer_key('${kind}', ${value}))`;

/** Its charges are this merchant's, or none of them is found: `charges` is read with the user's number, too. */
const byLink = (linkId: string): string => `array(select charge_id from link_charges where link_id = ${linkId})`;

export const statusCondition = ({ statuses, now }: ChargeFilter, parameter: Parameter): readonly string[] =>
  statuses === undefined ? [] : [`(${statuses.map((status) => isShownAs(status, () => parameter(now))).join(' or ')})`];
