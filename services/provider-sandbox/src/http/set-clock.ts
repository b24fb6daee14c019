import { type Operation } from '@repasse/chassis/http/app';
import { type CallbackSender } from '../callbacks/callback-sender';
import { type SandboxClock } from '../store/sandbox-clock';
import { describeClock } from './get-clock';

interface ClockBody {
  readonly now?: string;
  readonly offsetMs?: number;
}

/**
 * PUT /sandbox/clock: by an offset, or to a moment from which it then runs on. Ahead, it takes the providers' waiting
 * callbacks with it; back, they keep their turn, or they would be stuck.
 */
export const setClock = (clock: SandboxClock, callbacks: Pick<CallbackSender, 'advance'>): Operation<ClockBody> => ({
  handle: async ({ body }) => {
    const before = clock.offsetMs();
    const offsetMs = body.now === undefined ? (body.offsetMs ?? 0) : Date.parse(body.now) - Date.now();
    await clock.moveTo(offsetMs);
    if (offsetMs > before) await callbacks.advance(offsetMs - before);
    return describeClock(clock);
  },
});
