import type { Fault } from '@repasse/chassis/http/problem';
import type { components } from '@repasse/contracts/generated/http/charge';
import type { FeeMethod } from '../../domain/fees';
import { amountFaults } from './charge-faults';
import type { RequestedShare } from '../../workflow/charge-request';
import { amountMinorOf, readShare } from './charge-request';
import { refuse, type NamedFault } from './refusal';
import { splitFaults } from './split-faults';

export type PreviewSplitBody = components['schemas']['PreviewSplit'];

export interface PreviewRequest {
  readonly grossAmountMinor: number;
  readonly method: FeeMethod;
  readonly installments: number;
  readonly shares: readonly RequestedShare[];
}

/** The faults POST /charge would find in the same fields. */
export const faultsOfPreview = (body: PreviewSplitBody, faulty: ReadonlySet<string>): readonly Fault[] =>
  refuse(
    [
      ...(faulty.has('grossAmount') ? [] : amountFaults(body)),
      ...(faulty.has('split') || body.split === undefined ? [] : splitFaults(body, faulty)),
      ...installmentFaults(body),
    ],
    faulty,
  );

export const readPreview = ({ grossAmount, paymentMethod, installments, split }: PreviewSplitBody): PreviewRequest => ({
  grossAmountMinor: amountMinorOf(grossAmount) ?? 0,
  method: paymentMethod ?? 'DEFAULT',
  installments: installments ?? 1,
  shares: (split ?? []).map(readShare),
});

const installmentFaults = ({ paymentMethod, installments }: PreviewSplitBody): readonly NamedFault[] =>
  installments !== undefined && installments !== 1 && paymentMethod !== 'CREDIT_CARD'
    ? [{ field: 'installments', message: 'are for CREDIT_CARD only.' }]
    : [];
