import { type PayableStatus } from './payable.ts';
import { type PaidFacts } from './receipt.ts';
import { type EndedTexts, type Texts } from './text-shape.ts';
import { filled } from './texts.ts';

interface Told {
  readonly heading: string;
  readonly text: string;
}

/** Of a payment that has come, also where it has gone back since. */
export const paidText = (paid: Texts['paid'], status: PayableStatus, { amount }: PaidFacts): Told =>
  status === 'REFUNDED'
    ? { heading: paid.refunded, text: filled(paid.refundedText, { amount }) }
    : { heading: paid.heading, text: filled(paid.text, { amount }) };

/** Of one that can come no more. */
export const endedText = (ended: EndedTexts, status: PayableStatus, { receivedInPart }: PaidFacts): Told => {
  if (status === 'CANCELED') return { heading: ended.canceled, text: ended.canceledText };
  if (status === 'FAILED') return { heading: ended.failed, text: ended.failedText };
  const text =
    receivedInPart === null ? ended.expiredText : filled(ended.expiredInPartText, { received: receivedInPart });
  return { heading: ended.expired, text };
};
