import { type Repasse } from '@repasse/sdk';
import { pick, untrusted } from '../answer';
import { amount, choice, created, id, page, text } from './properties';
import { rowsOf, withLimit } from './rows';
import { readTool } from './tool';

type Charge = Awaited<ReturnType<Repasse['charges']['get']>>;

/** The newest ones tell how a charge stands. */
const entriesMax = 100;
const attemptsMax = 20;

/** Of the payer the name alone: a question about money needs no document or e-mail address. */
export const shownCharge = (charge: Charge): object => {
  const payerName = untrusted(charge.customerMeta.name);
  return {
    ...pick(
      charge,
      [
        ...(['id', 'status', 'statusReason', 'grossAmount', 'paidAmount', 'netAmount', 'sharedAmount'] as const),
        ...(['refundedAmount', 'currency', 'allowedMethods', 'paidAt', 'expiresAt', 'createdAt'] as const),
      ],
      ['description', 'externalReference'],
    ),
    ...(payerName !== undefined && { payerName }),
  };
};

export const findCharges = readTool({
  name: 'find_charges',
  title: 'Find charges',
  description: 'Charges, newest first, by status, reference, amount, time, or a text of theirs.',
  scopes: ['charges:read'],
  properties: {
    status: choice('Only these.', ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED']),
    externalReference: text('Only those with exactly this reference of the merchant.'),
    query: text('Part of an id, reference, description or payer.', 100),
    amount: amount('Only those of this gross amount in BRL, such as 100.00.'),
    ...created,
    ...page,
  },
  required: [],
  read: ({ client, options }, input) => rowsOf(client.charges.list(withLimit(input), options), shownCharge),
});

export const getCharge = readTool({
  name: 'get_charge',
  title: 'Read a charge',
  description: 'One charge, with every attempt to pay it and all that happened to it, oldest first.',
  scopes: ['charges:read'],
  properties: { chargeId: id('Such as ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2.') },
  required: ['chargeId'],
  read: async ({ client, options }, { chargeId }) => {
    const [charge, attempts, { entries }] = await Promise.all([
      client.charges.get(chargeId, options),
      client.attempts.list(chargeId, options),
      client.timeline.getCharge(chargeId, {}, options),
    ]);
    const attemptFields = ['id', 'paymentMethod', 'status', 'statusReason', 'declineCode', 'createdAt'] as const;
    return {
      charge: shownCharge(charge),
      attempts: attempts.slice(-attemptsMax).map((each) => pick(each, attemptFields)),
      timeline: entries.slice(-entriesMax).map((each) => pick(each, ['at', 'type'], ['text'])),
      earlierEntriesLeftOut: Math.max(0, entries.length - entriesMax),
    };
  },
});
