import { tokenFor } from '../../deploy/local/seed';
import { request } from './api';
import { type StackFile } from '../../deploy/local/stack-file';

const balanceFields = ['available', 'pending', 'reserve', 'held', 'debt', 'surplus'] as const;
export type BalanceField = (typeof balanceFields)[number];

/** A user's balance in cents, as an administrator reads it. */
export type BalanceCents = Readonly<Record<BalanceField, number>>;

export const readBalance = async (stack: StackFile, userId: number): Promise<BalanceCents> => {
  const token = await tokenFor(stack.baseUrl, stack.admin.clientId, stack.admin.clientSecret);
  const url = `${stack.baseUrl}/balance?user_id=${String(userId)}`;
  const { body } = await request<Readonly<Record<BalanceField, string>>>('GET', url, { token });
  return perField((field) => Number(body[field].replace('.', '')));
};

export const gainBetween = (before: BalanceCents, after: BalanceCents): BalanceCents =>
  perField((field) => after[field] - before[field]);

/** All that is the user's, now or later, less what they owe. */
export const wealthOf = ({ available, pending, reserve, held, debt }: BalanceCents): number =>
  available + pending + reserve + held - debt;

const perField = (valueOf: (field: BalanceField) => number): BalanceCents =>
  Object.fromEntries(balanceFields.map((field) => [field, valueOf(field)])) as BalanceCents;
