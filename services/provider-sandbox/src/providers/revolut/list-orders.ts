import { type Request } from 'express';
import { describeSimply } from './describe-order';
import { revolutError } from './problem';
import { type RevolutEndpoint } from './revolut';

const limitDefault = 100;
const limitMax = 500;

/** GET /orders: newest first, without payments. */
export const listOrders: RevolutEndpoint = async ({ orders, clock }, request) => {
  const limit = Number(textOf(request, 'limit') ?? limitDefault);
  const [from, to] = [timeOf(request, 'from'), timeOf(request, 'to')];
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax || from === false || to === false)
    return revolutError('bad_request', `'limit', 'from' or 'to' is not valid`, clock.now());

  const { state } = request.query;
  const states = state === undefined ? null : [state].flat().map(String);
  const reference = textOf(request, 'merchant_order_data_reference') ?? null;
  const found = await orders.list({ from, to, states, reference }, limit);
  return { status: 200, body: { orders: found.map(describeSimply) } };
};

const textOf = (request: Request, name: string): string | undefined => {
  const value = request.query[name];
  return typeof value === 'string' ? value : undefined;
};

/** Null when it is not asked for, false when it is no time. */
const timeOf = (request: Request, name: string): string | null | false => {
  const text = textOf(request, name);
  if (text === undefined) return null;
  return Number.isNaN(Date.parse(text)) ? false : new Date(text).toISOString();
};
