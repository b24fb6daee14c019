import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

export const personNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'person.not_found', detail: 'There is no such person.' });

export const passwordWrong = (): ApiResponse =>
  problem({ status: 409, code: 'person.password_wrong', detail: 'The present password is another one.' });
