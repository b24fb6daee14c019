import { type Clock } from '@repasse/chassis/clock';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type CustomFetch,
} from 'openid-client';
import { codeVerifierOf, faultOfProviderAddress, isSameAddress, nonceOf, type AddressRules } from './rules';

/** By which a provider knows us. */
export interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What came back in the address of the browser, beside what it kept. */
export interface CallbackParameters {
  readonly secret: string;
  readonly state: string;
  readonly code: string;
  readonly iss?: string | undefined;
}

export interface OpenId {
  /** The issuer as the provider itself writes it. Throws, with a sentence to tell, where the provider cannot be used. */
  readIssuer(issuer: string, clientId: string): Promise<string>;
  /** Where a browser goes. Throws where the provider cannot be read. */
  authorizationUrl(client: Client, asked: { readonly secret: string; readonly state: string }): Promise<string>;
  /** Whom the provider means. Throws where that is not proven. */
  subjectOf(client: Client, callback: CallbackParameters): Promise<string>;
}

interface Options extends AddressRules {
  readonly fetch: CustomFetch;
  readonly clock: Clock;
  readonly redirectUri: string;
}

// oxlint-disable-next-line typescript/no-deprecated -- marked as a warning: only the sandbox's provider on this machine is without TLS.
const allowPlain: (config: Configuration) => void = allowInsecureRequests;

/** OpenID Connect by code, PKCE and nonce. Everything is read anew each time: sign-ins are few, and keys change. */
export const createOpenId = ({ fetch, clock, redirectUri, ...rules }: Options): OpenId => {
  const read = async (issuer: string, clientId: string) => {
    const isPlain = issuer.startsWith('http:');
    const found = await discovery(new URL(issuer), clientId, undefined, None(), {
      [customFetch]: fetch,
      ...(isPlain && { execute: [allowPlain] }),
    });
    const metadata = found.serverMetadata();
    // The library lets some providers answer for many issuers.
    if (!isSameAddress(metadata.issuer, issuer)) throw new Error('The discovery document names another issuer.');
    const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata;
    for (const address of [authorize, token, keys])
      if (address === undefined || faultOfProviderAddress(address, rules) !== undefined)
        throw new Error('The discovery document lacks an address, or one of them is not public.');
    return metadata;
  };
  const configure = async ({ issuer, clientId, clientSecret }: Client): Promise<Configuration> => {
    const metadata = await read(issuer, clientId);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    const skewSeconds = Math.round((clock.now().getTime() - Date.now()) / 1_000);
    const made = new Configuration(metadata, clientId, { [clockSkew]: skewSeconds }, authentication(clientSecret));
    made[customFetch] = fetch;
    if (issuer.startsWith('http:')) allowPlain(made);
    // The signature counts, and not only that the token came from the provider's address.
    enableNonRepudiationChecks(made);
    return made;
  };
  return {
    readIssuer: async (issuer, clientId) => (await read(issuer, clientId)).issuer,
    authorizationUrl: async (client, { secret, state }) => {
      const url = buildAuthorizationUrl(await configure(client), {
        ...{ redirect_uri: redirectUri, scope: 'openid', state, nonce: nonceOf(secret) },
        code_challenge: await calculatePKCECodeChallenge(codeVerifierOf(secret)),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    subjectOf: async (client, { secret, state, code, iss }) => {
      const address = new URL(redirectUri);
      address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
      const tokens = await authorizationCodeGrant(await configure(client), address, {
        ...{ expectedState: state, expectedNonce: nonceOf(secret), pkceCodeVerifier: codeVerifierOf(secret) },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || !isSameAddress(claims.iss, client.issuer))
        throw new Error('No ID token of this issuer.');
      return claims.sub;
    },
  };
};
