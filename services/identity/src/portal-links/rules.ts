import { toIso } from '@repasse/chassis/clock';
import { portalScreens } from '@repasse/contracts/roles';
import { type PortalLink } from './table';

/** Long enough for a redirect and a slow page: a link is made when the seller asks for it, not in advance. */
const secondsOfLink = 600;

/**
 * As long as an idle session of a person lasts by default. Nobody proved who they are, so it is not prolonged by use: after
 * an hour the merchant's site, where the seller is signed in, makes another link.
 */
const minutesOfSession = 60;

export const expiryOfLink = (now: Date, seconds = secondsOfLink): string =>
  toIso(new Date(now.getTime() + seconds * 1_000));

export const expiryOfSession = (now: Date): string => toIso(new Date(now.getTime() + minutesOfSession * 60_000));

/** In the order of the description, so that the same wish is kept the same. */
export const screensOf = (chosen: readonly string[] | undefined): readonly string[] =>
  portalScreens.map(({ screen }) => screen).filter((screen) => chosen?.includes(screen) ?? true);

export const statusOf = (
  { openedAt, endedAt, expiresAt }: Pick<PortalLink, 'openedAt' | 'endedAt' | 'expiresAt'>,
  now: string,
): 'WAITING' | 'OPEN' | 'ENDED' => {
  if (endedAt !== null || expiresAt <= now) return 'ENDED';
  return openedAt === null ? 'WAITING' : 'OPEN';
};
