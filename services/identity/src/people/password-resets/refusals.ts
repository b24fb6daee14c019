import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

export const resetNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'password_reset.not_found', detail: 'Used, run out, or never made.' });

export const noMail = (): ApiResponse =>
  problem({
    status: 409,
    code: 'password_reset.no_mail',
    detail:
      'No mail goes out here. An administrator makes a link: POST /users/{userId}/members/{personId}/password-reset.',
  });
