import { type Fault } from '@repasse/chassis/http/problem';
import { isMethodWith, namesOf } from '../../domain/methods';
import { type PreviewSplitBody } from '../requests/preview-request';
import { amountFaults } from './charge-faults';
import { refuse, type NamedFault } from './refusal';
import { splitFaults } from './split-faults';

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

const installmentFaults = ({ paymentMethod, installments }: PreviewSplitBody): readonly NamedFault[] =>
  installments !== undefined && installments !== 1 && !isMethodWith('hasInstallments', paymentMethod)
    ? [{ field: 'installments', message: `are for ${namesOf('hasInstallments')} only.` }]
    : [];
