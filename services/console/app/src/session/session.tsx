import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { callApi, callConsole, type Call } from '../api/call.ts';
import { about } from './about-merchant.ts';
import { Problem } from '../api/problem.ts';
import { type Texts } from '../texts/shape.ts';
import { textsFor, TextsProvider } from '../texts/texts.tsx';

type SessionToken = components['schemas']['SessionToken'];

/** Who signed in, and for which user they look at the console now. */
export type Session = Pick<
  SessionToken,
  | 'person'
  | 'userId'
  | 'role'
  | 'scopes'
  | 'provenAt'
  | 'hasSecondFactor'
  | 'hasPasskey'
  | 'portal'
  | 'brand'
  | 'companyNeeded'
> & {
  /** The merchant whom staff look at. */
  readonly merchantId: number | null;
  /** The simulated providers, to those who may use them; null where the providers are real. */
  readonly sandbox: { readonly mailboxUrl: string | null } | null;
};

const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('There is no session around this part.');
  return session;
};

export const useMay = (scope: string): boolean => useSession().scopes.includes(scope);

/** The people who look after the platform. */
export const useIsStaff = (): boolean => useSession().role.startsWith('STAFF_');

/** Calls for the user of the page's address, or about the merchant that staff look at there. */
export const useApi = () => {
  const { userId, merchantId } = useSession();
  return <Answer,>(path: string, call: Call = {}): Promise<Answer> =>
    callApi<Answer>(...about(merchantId, path, { userId, ...call }));
};

/** Nobody can sign in again who never did. */
const WindowEnded = ({ texts, returnUrl }: { readonly texts: Texts; readonly returnUrl: string | null }) => (
  <main className="screen">
    <p role="alert" className="notice">
      {texts.selling.windowEnded}
    </p>
    {returnUrl !== null && (
      <a className="button" href={returnUrl} rel="noreferrer">
        {texts.selling.backToSite}
      </a>
    )}
  </main>
);

/** The session of the person; without one, the page to sign in. */
export const SessionProvider = ({
  userId,
  children,
}: {
  readonly userId: number | undefined;
  readonly children: ReactNode;
}) => {
  const { data, error } = useQuery({
    queryKey: ['session', userId],
    queryFn: () => callConsole<Session>('/session', { query: { user: userId } }),
    staleTime: 60_000,
  });
  if (error instanceof Problem && error.status === 401 && data?.portal)
    return <WindowEnded texts={textsFor(data.person.locale)} returnUrl={data.portal.returnUrl} />;
  if (error instanceof Problem && error.status === 401) {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
    return null;
  }
  if (error instanceof Problem && error.code === 'session.second_factor_needed') {
    location.assign(`/sign-in/code?next=${encodeURIComponent(location.pathname + location.search)}`);
    return null;
  }
  const texts = textsFor(data?.person.locale ?? 'pt-BR');
  if (error !== null)
    return (
      <p role="alert" className="notice">
        {texts.problems.unknown(error.message)}
      </p>
    );
  if (data === undefined) return null;
  return (
    <SessionContext value={data}>
      <TextsProvider value={texts}>{children}</TextsProvider>
    </SessionContext>
  );
};
