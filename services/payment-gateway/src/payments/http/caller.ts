import { type Principal } from '@repasse/chassis/auth/principal';

/** Every public operation here asks for a bearer token, so a request without a caller has taken a wrong turn inside. */
export const userIdOf = ({ principal }: { readonly principal: Principal | undefined }): number => {
  if (principal === undefined) throw new Error('An authenticated operation was called without a caller.');
  return principal.userId;
};
