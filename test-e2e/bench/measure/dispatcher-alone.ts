import { randomBytes } from 'node:crypto';
import { startLoneService, type LoneService } from '../system/lone-service';
import { type RunningSystem } from '../system/running-system';

/** The same for every dispatcher of the run: one opens the secrets that another has sealed. */
const sealingKey = randomBytes(32).toString('base64');

/** A dispatcher with databases of its own, which stay for the next one of that name. */
export const startDispatcher = async (
  { stack }: RunningSystem,
  name: string,
): Promise<{ readonly service: LoneService; readonly postgresUrl: string; readonly busUrl: string }> => {
  const [postgresUrl, busUrl] = [`${stack.postgresUrl}/bench_${name}`, `${stack.postgresUrl}/bench_${name}_bus`];
  const env = {
    ...{ JWKS_URL: `${stack.services['identity'] ?? ''}/.well-known/jwks.json`, TOKEN_ISSUER: stack.baseUrl },
    // The sandbox's rules let webhooks go to this machine.
    ...{ SANDBOX: 'true', KEY_ENCRYPTION_KEYS: `1:${sealingKey}` },
  };
  return { postgresUrl, busUrl, service: await startLoneService('webhook-dispatcher', { postgresUrl, busUrl, env }) };
};
