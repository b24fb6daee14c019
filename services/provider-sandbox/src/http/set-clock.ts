import { type Operation } from '@repasse/chassis/http/app';
import { type SandboxClock } from '../store/sandbox-clock';
import { describeClock } from './get-clock';

interface ClockBody {
  readonly now?: string;
  readonly offsetMs?: number;
}

/** PUT /sandbox/clock: by an offset, or to a moment from which it then runs on. */
export const setClock = (clock: SandboxClock): Operation<ClockBody> => ({
  handle: async ({ body }) => {
    await clock.moveTo(body.now === undefined ? (body.offsetMs ?? 0) : Date.parse(body.now) - Date.now());
    return describeClock(clock);
  },
});
