import { type Operation } from '@repasse/chassis/http/app';
import { calm, type ChaosSwitches, type ProviderChaos } from '../store/chaos-switches';

interface ChaosBody {
  readonly pix?: Partial<ProviderChaos>;
}

/** PUT /sandbox/chaos replaces all of it: what is not given is calm, so `{}` ends every mischief. */
export const setChaos = (chaos: ChaosSwitches): Operation<ChaosBody> => ({
  handle: async ({ body }) => {
    await chaos.set({ pix: { ...calm, ...body.pix } });
    return { status: 200, body: chaos.get() };
  },
});
