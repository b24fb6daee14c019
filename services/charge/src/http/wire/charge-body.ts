import { formatMinor } from '@repasse/values/money';
import { type Fee } from '../../domain/fees';
import { chargeMethods } from '../../domain/methods';
import { type ShareAmount } from '../../domain/split';
import { type ChargeView, type PayerColumns } from '../../store/reads/charges';
import { type CreationInputs, type CustomerMeta } from '../../store/effects';
import { shownAt } from '../../store/status-at';

/** A charge in the words of the API, at the moment `now`: amounts are texts with two decimals. */
export const chargeBody = (charge: ChargeView, now: string) => ({
  id: charge.charge_id,
  userId: charge.user_id,
  kind: charge.kind,
  status: shownAt(charge, now).status,
  statusReason: charge.status_reason,
  grossAmount: formatMinor(charge.gross_amount_minor),
  paidAmount: charge.paid_amount_minor === null ? null : formatMinor(charge.paid_amount_minor),
  netAmount: formatMinor(charge.net_amount_minor),
  sharedAmount: formatMinor(charge.shared_amount_minor),
  disputeReserve: formatMinor(charge.dispute_reserve_minor),
  refundedAmount: formatMinor(charge.refunded_amount_minor),
  currency: charge.currency,
  description: charge.description ?? '',
  externalReference: charge.external_reference ?? '',
  expiresAt: charge.expires_at,
  customerMeta: customerMetaOf(charge),
  webhookUrl: charge.webhook_url,
  feesMeta: { fees: charge.fees.map(feeBody) },
  allowedMethods: charge.methods ?? chargeMethods,
  installmentsMax: charge.installments_max,
  ...splitConfigOf(charge),
  splitSettlement: splitSettlementOf(charge.shares),
  paidAt: charge.paid_at,
  createdAt: charge.created_at,
  updatedAt: charge.updated_at,
});

/** The same columns that a read joins in, for a charge that is being created. */
export const payerColumnsOf = ({ payer, splitConfig }: CreationInputs): PayerColumns => ({
  payer_name: payer?.name ?? null,
  payer_email: payer?.email ?? null,
  payer_phone: payer?.phone ?? null,
  payer_document: payer?.document ?? null,
  payer_document_type: payer?.documentType ?? null,
  payer_source: payer?.source ?? null,
  split_config: splitConfig,
});

/** Without a word about the payer, the checkout is to ask. */
export const customerMetaOf = ({
  payer_name,
  payer_email,
  payer_document,
  payer_source,
}: Pick<PayerColumns, 'payer_name' | 'payer_email' | 'payer_document' | 'payer_source'>): CustomerMeta => ({
  ...(payer_name !== null && { name: payer_name }),
  ...(payer_email !== null && { email: payer_email }),
  ...(payer_document !== null && { document: payer_document }),
  source: payer_source ?? 'COLLECT_AT_CHECKOUT',
});

/** There only when a split was sent. */
export const splitConfigOf = ({ split_config }: PayerColumns) => (split_config ? { splitConfig: split_config } : {});

export const splitSettlementOf = (shares: readonly ShareAmount[]) =>
  shares.map(({ userId, amountMinor, isOwner, reducedByMinor }) => ({
    userId,
    amountCents: amountMinor,
    isOwner,
    ...(reducedByMinor > 0 && { reducedByCents: reducedByMinor }),
  }));

export const feeBody = ({ code, method, percentBps, fixedMinor, minMinor, maxMinor, limitedBy, amountMinor }: Fee) => ({
  code,
  method,
  // A hundredth of an integer prints with two decimals at most; nothing is computed from it.
  percent: percentBps / 100,
  fixed: formatMinor(fixedMinor),
  minimum: minMinor === null ? null : formatMinor(minMinor),
  maximum: maxMinor === null ? null : formatMinor(maxMinor),
  limitedBy,
  amount: formatMinor(amountMinor),
});
