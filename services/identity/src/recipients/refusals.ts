import { type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

export const refused = ({ code, detail }: Rejection, extra: Readonly<Record<string, unknown>> = {}): ApiResponse =>
  problem({ status: 409, code, detail, extra });
