import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

export const secondFactorNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'second_factor.not_found', detail: 'There is no second factor.' });
