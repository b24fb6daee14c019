import { callerOf } from '@repasse/chassis/auth/caller';
import { type Operation } from '@repasse/chassis/http/app';
import { type CompanyDependencies } from './dependencies';
import { findProvider } from './providers-table';
import { companyNotFound } from './refusals';
import { providerView } from './view';

/** GET /company-sign-in. */
export const getCompanySignIn = ({ db }: CompanyDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const provider = await findProvider(db, callerOf(request).userId);
    return provider === undefined ? companyNotFound() : { status: 200, body: providerView(provider) };
  },
});
