import { type components } from '@repasse/contracts/generated/http/charge';
import { type FeeMethod } from '../../domain/fees';
import { type RequestedShare } from '../../workflow/charge-request';
import { amountMinorOf, readShare } from './charge-request';

export type PreviewSplitBody = components['schemas']['PreviewSplit'];

export interface PreviewRequest {
  readonly grossAmountMinor: number;
  readonly method: FeeMethod;
  readonly installments: number;
  readonly shares: readonly RequestedShare[];
}

export const readPreview = ({ grossAmount, paymentMethod, installments, split }: PreviewSplitBody): PreviewRequest => ({
  grossAmountMinor: amountMinorOf(grossAmount) ?? 0,
  method: paymentMethod ?? 'DEFAULT',
  installments: installments ?? 1,
  shares: (split ?? []).map(readShare),
});
