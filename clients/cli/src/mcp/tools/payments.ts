import { pick } from '../answer';
import { amount, choice, id, text } from './properties';
import { shownCharge } from './charges';
import { writeTool } from './write-tool';

export const createCharge = writeTool({
  name: 'create_charge',
  title: 'Create a charge',
  description:
    'Makes a charge in BRL that a payer can pay by its checkoutUrl. All of it goes to the merchant, less fees.',
  scopes: ['charges:write', 'charges:read'],
  isDestructive: false,
  properties: {
    amount: amount('Gross, with two decimals, such as 100.00.'),
    method: choice('Offer only this way to pay; the payer chooses without it.', [
      'PIX',
      'CREDIT_CARD',
      'INTERNATIONAL',
    ]),
    description: text('What the payer reads.'),
    externalReference: text('The merchant’s own reference.'),
  },
  required: ['amount'],
  preview: async ({ client, options }, { amount: grossAmount, method, ...texts }) => {
    const wanted = { grossAmount, currency: 'BRL', ...(method !== undefined && { paymentMethod: method }) } as const;
    const split = await client.charges.previewSplit(wanted, options);
    return { ...pick(split, ['grossAmount', 'netAmount', 'currency']), method: method ?? 'any', ...texts };
  },
  carryOut: async ({ client, options }, { amount: grossAmount, method, ...texts }, { idempotencyKey }) => {
    const methods = method === undefined ? {} : { allowedMethods: [method] };
    const made = await client.charges.create(
      { grossAmount, currency: 'BRL', ...methods, ...texts },
      { ...options, idempotencyKey },
    );
    const chargeId = 'chargeId' in made ? made.chargeId : made.id;
    return {
      charge: shownCharge(await client.charges.get(chargeId, options)),
      ...(made.checkoutUrl !== undefined && { checkoutUrl: made.checkoutUrl }),
    };
  },
});

export const createRefund = writeTool({
  name: 'create_refund',
  title: 'Refund a charge',
  description: 'Gives money of a paid charge back to its payer, all that is left or an amount. It cannot be undone.',
  scopes: ['refunds:write', 'balance:read', 'payments:read'],
  isDestructive: true,
  properties: {
    chargeId: id('The charge.'),
    amount: amount('With two decimals; all that is left without it.'),
  },
  required: ['chargeId'],
  preview: async ({ client, options }, { chargeId, amount: wanted }) => {
    const all = wanted ?? (await client.refunds.listCharge(chargeId, options)).refundable;
    const preview = await client.ledger.previewRefund(chargeId, { amount: all }, options);
    return {
      ...pick(preview, ['chargeId', 'refundable', 'currency', 'debt']),
      amount: preview.amount,
      shares: preview.shares.map((share) => pick(share, ['userId', 'isOwner', 'amount', 'fromDebt'])),
    };
  },
  carryOut: async ({ client, options }, { chargeId }, { preview, idempotencyKey }) => {
    // The amount that was shown: all that is left may be another by now.
    const call = { ...options, idempotencyKey };
    const refund = await client.refunds.requestCharge(chargeId, { amount: preview.amount }, call);
    return pick(refund, ['id', 'chargeId', 'amount', 'currency', 'status', 'createdAt'], ['reason', 'failure']);
  },
});
