import type { Operation } from '@repasse/chassis/http/app';
import { feeRuleFor } from '../domain/fees';
import { price } from '../domain/pricing';
import type { FeeRuleStore } from '../store/fee-rules';
import type { ResolveRecipients } from '../workflow/resolve-recipients';
import { userIdOf } from './caller';
import { faultsOfPreview, readPreview, type PreviewSplitBody } from './checks/preview-request';
import { IdentityUnavailableError } from './clients/identity';
import { recipientsUnknown } from './problems';
import { splitPreviewBody } from './wire/split-preview-body';

export interface PreviewSplitDependencies {
  readonly feeRules: FeeRuleStore;
  readonly resolveRecipients: ResolveRecipients;
}

/** POST /charge/split-preview: what a charge would come to, by the computation that would make it. */
export const previewSplit = ({
  feeRules,
  resolveRecipients,
}: PreviewSplitDependencies): Operation<PreviewSplitBody> => ({
  check: ({ body }, faulty) => faultsOfPreview(body, faulty),
  handle: async (request) => {
    const userId = userIdOf(request);
    const { grossAmountMinor, method, installments, shares } = readPreview(request.body);
    const [rules, split] = await Promise.all([
      feeRules.of(userId),
      resolveRecipients(shares).catch((fault: unknown) => {
        throw fault instanceof IdentityUnavailableError ? recipientsUnknown() : fault;
      }),
    ]);
    const pricing = price(grossAmountMinor, userId, feeRuleFor(rules, method, installments), split);
    return { status: 200, body: splitPreviewBody(request.body, pricing) };
  },
});
