import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

export const companySignInNotSetUp = (): ApiResponse =>
  problem({
    status: 409,
    code: 'company_sign_in.not_set_up',
    detail: 'This installation does not say where its console is.',
  });

export const companyNotFound = (): ApiResponse =>
  problem({
    status: 404,
    code: 'company_sign_in.not_found',
    detail: 'There is no such company, or it has no provider.',
  });

export const nameTaken = (): ApiResponse =>
  problem({
    status: 409,
    code: 'company_sign_in.name_taken',
    detail: 'Another company is found by this name.',
  });

export const providerUnreadable = (detail: string): ApiResponse =>
  problem({ status: 409, code: 'company_sign_in.provider_unreadable', detail });

/** One answer for a state that is not known, another browser's, one that came twice, and a proof that does not hold. */
export const companySignInRefused = (): ApiResponse =>
  problem({
    status: 401,
    code: 'company_sign_in.refused',
    detail: 'The sign-in does not count here. Begin again.',
    headers: { 'WWW-Authenticate': 'Session realm="repasse"' },
  });

/** The same for a person who is suspended. */
export const notLinked = (): ApiResponse =>
  problem({
    status: 403,
    code: 'company_sign_in.not_linked',
    detail: 'Nobody is linked to this sign-in. Sign in by password, and link yourself under Security.',
  });

export const companyUnavailable = (): ApiResponse =>
  problem({
    status: 503,
    code: 'company_sign_in.unavailable',
    detail: 'The provider of the company did not answer as it should. Nothing was done; try again.',
    headers: { 'Retry-After': '5' },
    extra: { retryable: true },
  });

export const linkExists = (): ApiResponse =>
  problem({
    status: 409,
    code: 'company_link.exists',
    detail: 'You are linked to this company, or somebody else is by this sign-in.',
  });
