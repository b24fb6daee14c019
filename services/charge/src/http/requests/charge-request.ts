import { documentOf, documentTypeOf } from '@repasse/values/check-digits/documents';
import { exponentOf, parseDecimal } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/charge';
import { attemptsLimit, chargeCurrency, installmentsLimit } from '../../domain/charge.terms';
import { isMethodWith, isNamedMethod } from '../../domain/methods';
import { present } from '../../domain/present';
import { type Payer, type SplitItem } from '../../store/effects';
import { type ChargeRequest, type RequestedShare } from '../../workflow/charge-request';
import { given } from './payment-request';
import { percentBpsOf } from './percent';

export type CreateChargeBody = components['schemas']['CreateCharge'];
export type SplitItemBody = components['schemas']['SplitItem'];

/** How long a charge can be paid when the caller does not say: a day, the usual life of a PIX QR code. */
const lifetimeMs = 24 * 60 * 60_000;

export const readChargeRequest = (body: CreateChargeBody, now: Date): ChargeRequest => {
  const expiresAt = body.expiresAt === undefined ? defaultExpiry(now) : new Date(body.expiresAt);
  return {
    grossAmountMinor: known(amountMinorOf(body.grossAmount)),
    paymentMethod: isNamedMethod(body.paymentMethod) ? body.paymentMethod : null,
    checkoutCurrency: isMethodWith('needsQuote', body.paymentMethod) ? (body.checkoutCurrency ?? null) : null,
    description: given(body.description) ?? null,
    externalReference: given(body.externalReference) ?? null,
    webhookUrl: body.webhookUrl ?? null,
    redirectUrl: body.redirectUrl ?? null,
    expiresAt: expiresAt.toISOString(),
    attemptExpiresAt: body.attemptExpiresAt ?? null,
    shares: (body.split ?? []).map(readShare),
    installments: 1,
    methods: body.allowedMethods ?? null,
    installmentsMax: mayPayInParts(body) ? (body.installmentsMax ?? installmentsLimit) : installmentsLimit,
    attemptsMax: attemptsLimit,
    clientMode: null,
    inputs: {
      payer: body.customerMeta ? readCustomer(body.customerMeta) : null,
      splitConfig: body.split && body.split.length > 0 ? body.split.map(asSent) : null,
      gatewayOptions: body.gatewayOptions ?? null,
      attemptKey: body.attemptIdempotencyKey ?? null,
    },
  };
};

/** Whether a method with instalments may pay the charge. */
export const mayPayInParts = ({ allowedMethods }: Pick<CreateChargeBody, 'allowedMethods'>): boolean =>
  allowedMethods?.some((method) => isMethodWith('hasInstallments', method)) ?? true;

export const defaultExpiry = (now: Date): Date => new Date(now.getTime() + lifetimeMs);

export const amountMinorOf = (text: string): number | undefined => parseDecimal(text, exponentOf(chargeCurrency));

export const readShare = ({ recipientEmail, kind, amount, percent }: SplitItemBody): RequestedShare =>
  kind === 'FIXED'
    ? { kind, recipientEmail, amountMinor: known(amountMinorOf(amount ?? '')) }
    : { kind, recipientEmail, percentBps: known(percentBpsOf(percent ?? 0)) };

/** A payer with name and e-mail is complete; otherwise the checkout asks for them. */
const readCustomer = ({ email, source, ...told }: NonNullable<CreateChargeBody['customerMeta']>): Payer => {
  const name = given(told.name);
  return {
    ...present({ name, email }),
    ...payersDocument(told.document),
    source: source ?? (name !== undefined && email !== undefined ? 'PRE_FILLED' : 'COLLECT_AT_CHECKOUT'),
  };
};

/** Nothing where the text is no document. */
export const payersDocument = (text = ''): Pick<Payer, 'document' | 'documentType'> => {
  const document = documentOf(text);
  const documentType = documentTypeOf(document ?? '');
  return document === undefined || documentType === undefined ? {} : { document, documentType };
};

/** Keeps only the item's fields of the API. */
export const asSent = ({ recipientEmail, kind, amount, percent }: SplitItemBody): SplitItem => ({
  recipientEmail,
  kind,
  ...present({ amount, percent }),
});

/** The checks came first; a value that is still unreadable here is our fault and not the caller's. */
const known = (value: number | undefined): number => {
  if (value === undefined) throw new Error('A request was read before it was checked.');
  return value;
};
