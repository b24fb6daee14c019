import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

/** One answer for all that is wrong with it, so that nothing can be learned. */
export const portalLinkNotFound = (): ApiResponse =>
  problem({
    status: 404,
    code: 'portal_link.not_found',
    detail: 'The link is not known, was opened, or has ended. Ask for another one.',
  });

export const notIncluded = (): ApiResponse =>
  problem({
    status: 403,
    code: 'portal_link.not_included',
    detail: 'A portal link shows the chosen screens of one seller and changes nothing.',
  });

export const noConsole = (): ApiResponse =>
  problem({
    status: 409,
    code: 'portal_link.no_console',
    detail: 'CONSOLE_PUBLIC_URL is not set, so a link would lead nowhere.',
  });
