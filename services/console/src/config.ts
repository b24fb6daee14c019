import { readConfig, secret, url, urls, type Env } from '@repasse/chassis/config/config';
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
};

/** The only place in the console that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  readConfig(env, settings, () => unknownVariables(env, settings).misspelt);

export type Config = ReturnType<typeof loadConfig>;
