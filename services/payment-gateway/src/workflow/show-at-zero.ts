import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { factSources, receiptOutcomes, receiptsTotal } from '../payments/workflow/record-provider-facts';
import { cancellationOutcomes, cancellationsTotal } from '../payments/workflow/withdraw-payment';
import { refundAnswers, refundAnswersTotal } from '../refunds/workflow/ask-refund';
import { checkOutcomes, checksTotal } from '../statements/workflow/statement-check';

/** Shows what is counted of each provider's money, before the first of it: an alert must not miss that. */
export const showAtZero = (metrics: Metrics, providers: readonly { readonly name: string }[]): void => {
  const provider = providers.map(({ name }) => name);
  bornAtZero(receiptsTotal(metrics), { source: factSources, outcome: receiptOutcomes });
  bornAtZero(refundAnswersTotal(metrics), { provider, outcome: refundAnswers });
  bornAtZero(cancellationsTotal(metrics), { provider, outcome: cancellationOutcomes });
  bornAtZero(checksTotal(metrics), { provider, outcome: checkOutcomes });
};
