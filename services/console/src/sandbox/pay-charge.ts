import { type components } from '@repasse/contracts/generated/http/charge';
import { ProblemError } from '@repasse/chassis/http/problem';
import { textIn } from '../http/text-in';
import { type Answer } from './ask';
import { type ChargesOfPerson } from './charges';
import { orderIdOf } from './order-id';
import { type Sandbox } from './sandbox';

type Attempt = components['schemas']['Attempt'];

/** Pays the newest attempt that can be, or the one that is named, as its payer would. */
export const payCharge = async (
  sandbox: Sandbox,
  charges: ChargesOfPerson,
  chargeId: string,
  body: unknown,
): Promise<Answer> => {
  const named = textIn(body, 'attemptId');
  const attempts = await charges.attempts(chargeId);
  const attempt = attempts.findLast(
    ({ id, checkoutMeta }) => isPayable(checkoutMeta) && (named === '' || id === named),
  );
  const meta = attempt?.checkoutMeta ?? {};
  if ('emv' in meta) return sandbox.call('post', '/sandbox/pix/pay', { emv: meta.emv, ...pixOf(body) });
  if ('publicToken' in meta)
    return sandbox.call('post', '/sandbox/international/pay', { token: meta.publicToken, ...outcomeOf(body) });
  throw nothingToPay();
};

/** A card pays where it is typed, on the payer's page. */
const isPayable = (meta: Attempt['checkoutMeta']): boolean => meta !== null && ('emv' in meta || 'publicToken' in meta);

const pixOf = (body: unknown): object => {
  const amount = textIn(body, 'amount');
  return { ...(amount !== '' && { amount }), force: (body as { readonly force?: unknown } | null)?.force === true };
};

const outcomeOf = (body: unknown): object => {
  const outcome = textIn(body, 'outcome');
  return outcome === '' ? {} : { outcome };
};

/** Has the payer's bank dispute the card sale by which a charge was paid. */
export const chargeBack = async (sandbox: Sandbox, charges: ChargesOfPerson, chargeId: string): Promise<Answer> => {
  const paymentId = await charges.paidBy(chargeId);
  if (paymentId === undefined) throw noSale();
  return sandbox.call('post', '/sandbox/card/chargeback', { merchantOrderId: orderIdOf(paymentId) });
};

const nothingToPay = (): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'console.nothing_to_pay',
    detail: 'The charge has no PIX code and no international order yet. Choose a method on its payer’s page first.',
  });

const noSale = (): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'sandbox.sale_not_paid',
    detail: 'The charge was not paid, and only sales by card that were are disputed.',
  });
