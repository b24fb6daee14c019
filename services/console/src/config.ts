import { integer, optional, readConfig, secret, text, url, urls, type Env } from '@repasse/chassis/config/config';
import { programSettings } from '@repasse/chassis/config/program-settings';
import { unknownVariables } from '@repasse/chassis/config/unknown-variables';

export const settings = {
  port: integer('PORT', { about: 'the port of the console', default: 8094, min: 0, max: 65_535 }),
  host: text('HOST', {
    about: 'the address it listens at; by default all, as a container needs',
    default: '0.0.0.0',
  }),
  metricsPort: optional(
    integer('METRICS_PORT', {
      about: 'the port of /metrics, out of reach of callers; none while it is not set',
      min: 0,
      max: 65_535,
    }),
  ),
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
  proxiesInFront: integer('PROXIES_IN_FRONT', {
    about: 'our proxies between people and the console, which write X-Forwarded-For',
    default: 0,
    min: 0,
    max: 10,
  }),
  ...programSettings,
};

/** The only place in the console that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  readConfig(env, settings, () => unknownVariables(env, settings).misspelt);

export type Config = ReturnType<typeof loadConfig>;
