import { merged, readValues, type Values } from './helm-chart';

/** Beyond the profile an operator gives these at least. */
const ofProduction: Values = {
  publicUrl: 'https://api.example.com',
  gatewayPublicUrl: 'https://gateway.example.com',
  consolePublicUrl: 'https://console.example.com',
  services: {
    'payment-gateway': {
      settings: {
        PIX_BASE_URL: 'https://pix.bank.example',
        PIX_CLIENT_ID: 'client',
        PIX_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
        PIX_RECEIVER_NAME: 'REPASSE',
        PIX_RECEIVER_CITY: 'SAO PAULO',
      },
    },
  },
};

/** Settings that a platform's values may add. */
const further: Values = {
  kafka: { sasl: { mechanism: 'oauthbearer', tokenUrl: 'https://issuer.example.com/token', scope: 'kafka' } },
  tracing: { endpoint: 'http://collector.monitoring:4318' },
};

export const profiles: Readonly<Record<'small' | 'production' | 'further', Values>> = {
  small: readValues('values-small.yaml'),
  production: merged(readValues('values-production.yaml'), ofProduction),
  further: merged(readValues('values-production.yaml'), ofProduction, further),
};
