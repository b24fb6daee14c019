import { findRole } from '@repasse/contracts/roles';
import { type SessionToken } from '../identity';

/** People who build on the API: owners, developers and administrators have it. */
const scopeOfDevelopers = 'webhooks:write';

/** Whether a session may play payer and providers. Behind a portal link there is no role and so no scope for it. */
export const mayUseSandbox = ({ role, scopes, portal }: Pick<SessionToken, 'role' | 'scopes' | 'portal'>): boolean =>
  !portal && (scopes.includes(scopeOfDevelopers) || isStaff(role));

const isStaff = (role: string): boolean => {
  const profile = findRole(role)?.profile;
  return profile !== undefined && profile !== 'CUSTOMER';
};
