// `npm run trial-balance`: the ledger's books against the events, of the local installation that is running, or of the one
// that POSTGRES_URL and the bus's variables name.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';

const [dataDir = join(root, '.local')] = process.argv.slice(2);

const localEnv = () => {
  const file = join(dataDir, 'stack.json');
  try {
    const { postgresUrl, kafkaBrokers, schemaRegistryUrl } = JSON.parse(readFileSync(file, 'utf8'));
    return {
      POSTGRES_URL: `${postgresUrl}/repasse_split_settlement`,
      BUS_POSTGRES_URL: `${postgresUrl}/repasse_bus`,
      ...(kafkaBrokers && { KAFKA_BROKERS: kafkaBrokers, SCHEMA_REGISTRY_URL: schemaRegistryUrl }),
    };
  } catch {
    console.error(
      `No installation runs with ${file}. Start one, name its folder, or set POSTGRES_URL and BUS_POSTGRES_URL.`,
    );
    process.exit(2);
  }
};

await ensureBuilt();
const env = { ...(process.env.POSTGRES_URL === undefined && localEnv()), ...process.env };
const entry = join(root, 'services', 'split-settlement', 'dist', 'trial-balance.js');
const { status } = spawnSync(process.execPath, [entry], { env, stdio: 'inherit' });
process.exit(status ?? 2);
