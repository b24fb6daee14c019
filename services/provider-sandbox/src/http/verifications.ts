import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type VerifiedParty, type Verifier } from '../providers/verification/verification';
import { ordinaryVerifications } from '../store/switches';

type Schemas = components['schemas'];

/** More than a journey asks for. */
const listedMax = 100;

/** GET /sandbox/verifications: whom the provider was asked to verify. */
export const listVerifications = (verifier: Verifier): Operation<undefined> => ({
  handle: () => describe(verifier),
});

/** PUT /sandbox/verifications replaces all of it; what is under way ends as it says. */
export const setVerifications = (verifier: Verifier): Operation<Schemas['SetVerifications']> => ({
  handle: async ({ body }) => {
    await verifier.verifications.set({ ...ordinaryVerifications, ...body });
    verifier.sweeper.wake();
    return describe(verifier);
  },
});

const describe = async ({ verifications, parties }: Verifier): Promise<ApiResponse> => {
  const asked = await parties.list({}, { isNewestFirst: true, limit: listedMax });
  return { status: 200, body: { ...verifications.get(), asked: asked.map(describeParty) } };
};

const describeParty = ({ verificationId, name, result, reasons, createdAt }: VerifiedParty) => ({
  ...{ verificationId, name, result, reasons: [...reasons], createdAt },
});
