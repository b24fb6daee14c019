import { ConfigError, type Env, oneOf, optional, secret, text, url } from '@repasse/chassis/config/config';
import { serviceConfig } from '@repasse/chassis/config/service-config';

const portDefault = 8_081;
const httpProtocols = ['http', 'https'];

const settings = {
  pix: {
    /** The provider's address of API Pix, without the version. */
    baseUrl: url('PIX_BASE_URL', { protocols: httpProtocols }),
    /** `<PIX_BASE_URL>/oauth/token` unless the provider has it elsewhere. */
    tokenUrl: optional(url('PIX_TOKEN_URL', { protocols: httpProtocols })),
    tokenFormat: oneOf('PIX_TOKEN_FORMAT', ['form', 'json'], { default: 'form' }),
    tokenScope: optional(text('PIX_TOKEN_SCOPE')),
    clientId: text('PIX_CLIENT_ID'),
    clientSecret: secret('PIX_CLIENT_SECRET'),
    /** CPF, CNPJ, phone, e-mail or EVP, at most 77 characters. */
    key: text('PIX_KEY', { pattern: /^.{1,77}$/ }),
    receiverName: text('PIX_RECEIVER_NAME'),
    receiverCity: text('PIX_RECEIVER_CITY'),
    /** Where the provider posts, without the `/pix` it puts behind; ends with the callback token. */
    callbackUrl: url('PIX_CALLBACK_URL', { protocols: httpProtocols }),
    callbackToken: secret('PIX_CALLBACK_TOKEN'),
    /** A client certificate, for providers that ask for one (mTLS). */
    tlsCertFile: optional(text('PIX_TLS_CERT')),
    tlsKeyFile: optional(text('PIX_TLS_KEY')),
    tlsCaFile: optional(text('PIX_TLS_CA')),
  },
};

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => {
  const faults = contradictions(env);
  try {
    const config = serviceConfig(env, settings, { portDefault });
    if (faults.length === 0) return config;
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    throw new ConfigError([...fault.faults, ...faults]);
  }
  throw new ConfigError(faults);
};

export type Config = ReturnType<typeof loadConfig>;
export type PixConfig = Config['pix'];

/** What no single variable can tell. */
const contradictions = (env: Env): string[] => {
  const faults: string[] = [];
  const callbackUrl = env['PIX_CALLBACK_URL'] ?? '';
  if (!callbackUrl.endsWith(`/callbacks/pix/${env['PIX_CALLBACK_TOKEN'] ?? ''}`)) {
    faults.push('PIX_CALLBACK_URL must end with /callbacks/pix/ and the PIX_CALLBACK_TOKEN.');
  }
  if (isSet(env['PIX_TLS_CERT']) !== isSet(env['PIX_TLS_KEY'])) {
    faults.push('PIX_TLS_CERT and PIX_TLS_KEY are needed together.');
  }
  return faults;
};

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';
