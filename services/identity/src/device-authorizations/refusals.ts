import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

/** One answer for all that is wrong with a code, so that nothing can be learned. */
export const deviceNotFound = (): ApiResponse =>
  problem({
    status: 404,
    code: 'device_authorization.not_found',
    detail: 'The code is not known or has run out. Ask for another one on the device.',
  });

export const alreadyDecided = (): ApiResponse =>
  problem({
    status: 409,
    code: 'device_authorization.decided',
    detail: 'The device was approved or refused before. A key it has got is among your API keys.',
  });

export const noConsole = (): ApiResponse =>
  problem({
    status: 409,
    code: 'device_authorization.no_console',
    detail: 'CONSOLE_PUBLIC_URL is not set, so there is no page on which a person could approve. Sign in with a key.',
  });
