import { type Operation } from '@repasse/chassis/http/app';
import { type ChaosSwitches, type PartialChaos } from '../store/chaos-switches';

/** PUT /sandbox/chaos replaces all of it: what is not given is calm, so `{}` ends every mischief. */
export const setChaos = (chaos: ChaosSwitches): Operation<PartialChaos> => ({
  handle: async ({ body }) => {
    await chaos.set(body);
    return { status: 200, body: chaos.get() };
  },
});
