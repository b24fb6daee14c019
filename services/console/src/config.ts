import { optional, readConfig, secret, url, urls, type Env } from '@repasse/chassis/config/config';
import { frontSettings } from '@repasse/chassis/config/front-settings';
import { unknownVariables } from '@repasse/chassis/config/unknown-variables';

export const settings = {
  ...frontSettings({
    port: { about: 'the port of the console', default: 8094 },
    proxies: 'our proxies between people and the console, which write X-Forwarded-For',
  }),
  publicUrl: url('CONSOLE_PUBLIC_URL', {
    about:
      'where people open the console: a host name of its own, since a cookie goes to every port and path of a host',
    protocols: ['http', 'https'],
  }),
  apiUrls: urls('API_URL', {
    about: 'the edge, inside; a name may have an address for each of its processes',
    protocols: ['http', 'https'],
  }),
  identityUrls: urls('IDENTITY_URL', {
    about: 'the processes of identity, inside',
    protocols: ['http', 'https'],
  }),
  identityToken: secret('IDENTITY_TOKEN', { about: 'by which identity knows the console: CONSOLE_CALLERS there' }),
  sandboxUrl: optional(
    url('PROVIDER_SANDBOX_URL', {
      about:
        'the provider-sandbox, inside: people who develop pay and disturb its simulated providers in the console; none without it; never set where money is real, and ignored where NODE_ENV is production',
      protocols: ['http', 'https'],
    }),
  ),
  sandboxPublicUrl: optional(
    url('PROVIDER_SANDBOX_PUBLIC_URL', {
      about: 'where browsers reach the provider-sandbox, whose mailbox the console then leads to',
      protocols: ['http', 'https'],
    }),
  ),
};

/** The only place in the console that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => {
  const config = readConfig(env, settings, () => unknownVariables(env, settings).misspelt);
  // Whoever reaches the sandbox through us has charges paid without money.
  return env['NODE_ENV'] === 'production' ? { ...config, sandboxUrl: undefined, sandboxPublicUrl: undefined } : config;
};

export type Config = ReturnType<typeof loadConfig>;
