import { anything, lenient, matcher, object, text } from '../wire/schema';

/** The answers to PUT /1/sales/{PaymentId}/void, sorted by what may be done next. */
type VoidAnswer =
  | 'done'
  /** Another void of the sale is under way, or it is too early: the same may be asked later, nothing was taken. */
  | 'later'
  /** The acquirer lost touch with the issuer: it may have been done. */
  | 'unknown'
  /** Never, or not without a person's doing, such as funds in the merchant's account. */
  | 'refused';

/** 10 and 223: the same request is pending (less than 5 s ago). 476: one is in progress. 100: not settled yet. */
const laterCodes = new Set(['10', '223', '476', '100']);
const timeoutCodes = new Set(['98', '504', '475']);
/** In full, and in part. */
const doneCodes = new Set(['9', '0', '00']);
const voidedStatuses = new Set([10, 11]);

/** A refund in part leaves the Status as it was, so here the ReturnCode has to count as well. */
export const readVoidAnswer = (body: unknown): { answer: VoidAnswer; returnCode: string } => {
  const { Status: status, ReturnCode: returnCode = '' } = answerIn(body) ?? {};
  return { answer: sort(Number(status), returnCode), returnCode };
};

const answerIn = matcher(object({ Status: anything, ReturnCode: lenient(text) }));

export const isVoided = (body: unknown): boolean => readVoidAnswer(body).answer === 'done';

const sort = (status: number, returnCode: string): VoidAnswer => {
  if (voidedStatuses.has(status) || doneCodes.has(returnCode)) return 'done';
  if (laterCodes.has(returnCode)) return 'later';
  // Without a code nothing has been said.
  return timeoutCodes.has(returnCode) || returnCode === '' ? 'unknown' : 'refused';
};
