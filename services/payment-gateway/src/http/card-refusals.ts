import { ProblemError } from '@repasse/chassis/http/problem';

/** Says nothing about what was found, or where: no answer may repeat any of it. */
export const cardNotAcceptedHere = (detail: string): ProblemError =>
  new ProblemError({ status: 400, code: 'payment.card_not_accepted_here', detail });

export const cardTokenNotSupported = (): ProblemError =>
  new ProblemError({
    status: 501,
    code: 'payment.card_token_not_supported',
    detail: 'Cards are not saved here yet, so none can be charged by a token. Leave card_token out.',
  });
