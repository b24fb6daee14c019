import { type Operation } from '@repasse/chassis/http/app';
import { type ChaosSwitches } from '../store/chaos-switches';

/** GET /sandbox/chaos */
export const getChaos = (chaos: ChaosSwitches): Operation<undefined> => ({
  handle: async () => ({ status: 200, body: chaos.get() }),
});
