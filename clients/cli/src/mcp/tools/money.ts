import { pick } from '../answer';
import { ToolError } from '../tool-error';
import { choice, created, day, id, page } from './properties';
import { rowsOf, withLimit } from './rows';
import { readTool } from './tool';

export const getBalance = readTool({
  name: 'get_balance',
  title: 'Read the balance',
  description: 'What is available, pending, in reserve, held, owed and on its way out, and the next payout.',
  scopes: ['balance:read'],
  properties: {},
  required: [],
  read: async ({ client, options }) => {
    const balance = await client.ledger.getBalance({}, options);
    const { nextPayout } = balance;
    return {
      ...pick(balance, [
        ...(['currency', 'available', 'pending', 'reserve', 'held', 'debt', 'surplus'] as const),
        ...(['withdrawing', 'heldForOthers', 'withheld', 'asOf'] as const),
      ]),
      ...(nextPayout !== null && { nextPayout: pick(nextPayout, ['runsAt', 'amount', 'skipReason']) }),
    };
  },
});

/** Two rows a day and method at most, so that a month fits. */
const daysMax = 31;
const dayMs = 86_400_000;

export const listReceivables = readTool({
  name: 'list_receivables',
  title: 'List receivables',
  description: `What becomes available on which day, by method; ${String(daysMax)} days at most.`,
  scopes: ['balance:read'],
  properties: { from: day('The first day in São Paulo, such as 2026-11-01.'), to: day('The last day.') },
  required: ['from', 'to'],
  read: async ({ client, options }, { from, to }) => {
    if (Date.parse(to) - Date.parse(from) >= daysMax * dayMs) {
      const errors = [{ field: 'to', message: `must be less than ${String(daysMax)} days after from.` }];
      throw new ToolError('request.invalid', 'That are too many days.', { errors });
    }
    const found = await client.reports.listReceivables({ from, to }, options);
    return {
      ...pick(found, ['currency', 'total']),
      rows: found.data.map((each) => pick(each, ['day', 'paymentMethod', 'account', 'count', 'amount'])),
    };
  },
});

export const listPayouts = readTool({
  name: 'list_payouts',
  title: 'List payouts',
  description: 'Payouts to the merchant and its sellers, newest first, with why one failed.',
  scopes: ['balance:read'],
  properties: {
    status: choice('Only these.', ['AWAITING_RELEASE', 'PENDING', 'PAID', 'FAILED', 'CANCELED', 'RETURNED']),
    ...created,
    ...page,
  },
  required: [],
  read: ({ client, options }, input) =>
    rowsOf(client.payouts.list(withLimit(input), options), (payout) =>
      pick(
        payout,
        [
          ...(['id', 'userId', 'status', 'amount', 'fee', 'payoutAmount', 'returnedAmount', 'currency'] as const),
          ...(['rail', 'endToEndId', 'cancelReason', 'createdAt', 'updatedAt'] as const),
        ],
        ['failure', 'externalReference'],
      ),
    ),
});

export const listRefunds = readTool({
  name: 'list_refunds',
  title: 'List refunds',
  description: 'What was given back of charges, newest first.',
  scopes: ['payments:read'],
  properties: {
    chargeId: id('Only those of this charge.'),
    status: choice('Only these.', ['PENDING', 'SUCCEEDED', 'FAILED']),
    ...created,
    ...page,
  },
  required: [],
  read: ({ client, options }, input) =>
    rowsOf(client.charges.listRefundsOfMerchant(withLimit(input), options), (refund) =>
      pick(
        refund,
        ['id', 'chargeId', 'amount', 'currency', 'purpose', 'status', 'createdAt', 'updatedAt'],
        ['reason', 'failure'],
      ),
    ),
});

export const listDisputes = readTool({
  name: 'list_disputes',
  title: 'List disputes',
  description: 'Payments whose payers take them back by their bank, newest first.',
  scopes: ['payments:read'],
  properties: {
    chargeId: id('Only those of this charge.'),
    status: choice('Only these.', ['OPEN', 'WON', 'LOST']),
    ...created,
    ...page,
  },
  required: [],
  read: ({ client, options }, input) =>
    rowsOf(client.disputes.list(withLimit(input), options), (dispute) =>
      pick(
        dispute,
        ['id', 'chargeId', 'paymentMethod', 'amount', 'currency', 'status', 'openedAt', 'decidedAt'],
        ['reason'],
      ),
    ),
});
