import { type CompanyProvider } from './providers-table';

/** Without the secret, which nobody reads. */
export const providerView = (provider: CompanyProvider) => {
  const { signInName, displayName, issuer, clientId, isRequired, createdAt, updatedAt } = provider;
  return { signInName, displayName, issuer, clientId, isRequired, createdAt, updatedAt };
};
