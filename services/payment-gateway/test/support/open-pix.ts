import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { createPix } from '../../src/providers/pix/create-pix';
import { type ProviderCall } from '../../src/providers/wire/raw-log';
import { bankAccount } from './bank';
import { guardTimings, noon, quickTimings } from './gateway';

/** The adapter by itself, which keeps its calls in `kept`. */
export const openPix = (
  bankUrl: string,
  kept: ProviderCall[],
  payouts: 'off' | 'on' = 'off',
): ReturnType<typeof createPix> =>
  createPix({
    config: {
      baseUrl: bankUrl,
      tokenUrl: undefined,
      tokenFormat: 'form',
      tokenScope: undefined,
      clientId: bankAccount.clientId,
      clientSecret: bankAccount.clientSecret,
      key: bankAccount.chave,
      receiverName: 'Repasse Demonstracao',
      receiverCity: 'Sao Paulo',
      callbackUrl: 'http://127.0.0.1:1/callbacks/pix/token',
      callbackTokens: ['token'],
      payouts,
      payoutsAtOnce: 1,
      fundingIntervalMs: 300_000,
      tlsCertFile: undefined,
      tlsKeyFile: undefined,
      tlsCaFile: undefined,
    },
    keep: (call) => void kept.push(call),
    clock: noon,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: quickTimings,
    guardTimings,
  });
