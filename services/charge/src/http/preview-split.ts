import { type Operation } from '@repasse/chassis/http/app';
import { type PricingFor } from '../workflow/pricing-for';
import { isRefusal } from '../workflow/refusal';
import { userIdOf } from './caller';
import { faultsOfPreview } from './checks/preview-faults';
import { readPreview, type PreviewSplitBody } from './requests/preview-request';
import { problemOf } from './refusal-problems';
import { splitPreviewBody } from './wire/split-preview-body';

export interface PreviewSplitDependencies {
  readonly pricingFor: PricingFor;
}

/** POST /charge/split-preview: the amounts of a charge, by the same computation that makes it. */
export const previewSplit = ({ pricingFor }: PreviewSplitDependencies): Operation<PreviewSplitBody> => ({
  check: ({ body }, faulty) => faultsOfPreview(body, faulty),
  handle: async (request) => {
    const userId = userIdOf(request);
    const wanted = { userId, ...readPreview(request.body) };
    const priced = await pricingFor(wanted);
    if (isRefusal(priced)) throw problemOf(priced);
    return { status: 200, body: splitPreviewBody(request.body, priced.pricing) };
  },
});
