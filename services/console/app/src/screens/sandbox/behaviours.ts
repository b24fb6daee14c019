import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type SandboxTexts } from '../../texts/sandbox.ts';

type Chaos = components['schemas']['ProviderChaos'];

export type Behaviour = keyof SandboxTexts['behaviours'];

/** Each is a trouble that happens; the sandbox has more switches than a person needs to choose from. */
const switchesOf: Readonly<Record<Exclude<Behaviour, 'other'>, Partial<Chaos>>> = {
  calm: {},
  slow: { latencyMs: 3_000 },
  failing: { errorRate: 1 },
  silent: { timeoutRate: 1 },
  lost: { lostRate: 1 },
  forgetful: { dropCallbacks: true },
};

export const behaviours = Object.keys(switchesOf) as readonly Exclude<Behaviour, 'other'>[];

/** The behaviour that these switches are, whichever of them are at rest; "other" of what was set elsewhere. */
export const behaviourOf = (chaos: Chaos): Behaviour =>
  behaviours.find((each) => textOf(switchesOf[each]) === textOf(chaos)) ?? 'other';

const textOf = (chaos: Partial<Chaos>): string =>
  Object.entries(chaos)
    .filter(([, value]) => value !== 0 && value !== false)
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted()
    .join();

/** All providers once more, of which one behaves otherwise: the sandbox replaces all of them at once. */
export const chaosWith = (
  all: Readonly<Record<string, Chaos>>,
  provider: string,
  behaviour: Exclude<Behaviour, 'other'>,
): object => ({ ...all, [provider]: switchesOf[behaviour] });
