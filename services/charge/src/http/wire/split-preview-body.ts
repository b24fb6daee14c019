import { formatMinor } from '@repasse/values/money';
import { heldAmountOf } from '../../domain/split';
import { type Pricing } from '../../domain/pricing';
import { asSent } from '../requests/charge-request';
import { type PreviewSplitBody } from '../requests/preview-request';
import { feeBody, splitSettlementOf } from './charge-body';

export const splitPreviewBody = ({ grossAmount, currency, split }: PreviewSplitBody, pricing: Pricing) => ({
  grossAmount,
  netAmount: formatMinor(pricing.netAmountMinor),
  sharedAmount: formatMinor(pricing.sharedAmountMinor),
  disputeReserve: formatMinor(pricing.disputeReserveMinor),
  currency,
  feesMeta: { fees: pricing.fees.map(feeBody) },
  ...(split && split.length > 0 && { splitConfig: split.map(asSent) }),
  heldAmount: formatMinor(heldAmountOf(pricing.shares)),
  splitSettlement: splitSettlementOf(pricing.shares),
});
