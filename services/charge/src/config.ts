import { url, type Env } from '@repasse/chassis/config/config';
import { serviceConfig } from '@repasse/chassis/config/service-config';

const httpProtocols = ['http', 'https'];

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  serviceConfig(
    env,
    {
      paymentGatewayUrl: url('PAYMENT_GATEWAY_URL', { protocols: httpProtocols }),
      identityUrl: url('IDENTITY_URL', { protocols: httpProtocols }),
    },
    { portDefault: 8082 },
  );

export type Config = ReturnType<typeof loadConfig>;
