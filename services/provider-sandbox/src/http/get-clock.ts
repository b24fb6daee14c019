import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type SandboxClock } from '../store/sandbox-clock';

/** GET /sandbox/clock */
export const getClock = (clock: SandboxClock): Operation<undefined> => ({ handle: async () => describeClock(clock) });

export const describeClock = (clock: SandboxClock): ApiResponse => ({
  status: 200,
  body: { now: toIso(clock.now()), offsetMs: clock.offsetMs() },
});
