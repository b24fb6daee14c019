import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type CallbackSender } from '../callbacks/callback-sender';
import { type SandboxClock } from '../store/sandbox-clock';

/** GET of a switch. */
export const showSwitch = (setting: { get(): object }): Operation<undefined> => ({
  handle: async () => ({ status: 200, body: setting.get() }),
});

/** PUT of a switch replaces all of it: missing fields get their defaults, so `{}` resets the switch. */
export const turnSwitch = <Given>(
  setting: { get(): object; set(given: Given): Promise<void> },
  then: () => void = () => undefined,
): Operation<Given> => ({
  handle: async ({ body }) => {
    await setting.set(body);
    then();
    return { status: 200, body: setting.get() };
  },
});

/** GET /sandbox/clock */
export const getClock = (clock: SandboxClock): Operation<undefined> => ({ handle: async () => describeClock(clock) });

const describeClock = (clock: SandboxClock): ApiResponse => ({
  status: 200,
  body: { now: toIso(clock.now()), offsetMs: clock.offsetMs() },
});

type ClockBody = components['schemas']['SetClock'];

/**
 * PUT /sandbox/clock: by an offset, or to a moment from which it then runs on. Ahead, it takes the providers' waiting
 * callbacks with it; back, they keep their turn, or they would be stuck.
 */
export const setClock = (clock: SandboxClock, callbacks: Pick<CallbackSender, 'turnBack'>): Operation<ClockBody> => ({
  handle: async ({ body }) => {
    const before = clock.offsetMs();
    const offsetMs = body.now === undefined ? (body.offsetMs ?? 0) : Date.parse(body.now) - Date.now();
    await clock.moveTo(offsetMs);
    if (offsetMs < before) await callbacks.turnBack(before - offsetMs);
    return describeClock(clock);
  },
});
