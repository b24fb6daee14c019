// Prints what the topics add up to, by payment method: charges paid, their gross amount, the shares that were settled.
//
//   KAFKA_BROKERS=… node totals.mjs [--user 1001] [--validate]
//
// --validate checks every event against its schema in the registry (SCHEMA_REGISTRY_URL), which takes longer.
import { parseArgs } from 'node:util';
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { decode, readUntilNow } from './events.mjs';

const topics = ['charge.events.v1', 'settlement.events.v1'];
const { values: asked } = parseArgs({ options: { user: { type: 'string' }, validate: { type: 'boolean' } } });

const validatingDecoder = () => {
  const registry = new SchemaRegistry({ host: process.env.SCHEMA_REGISTRY_URL });
  return ({ value }) => registry.decode(value);
};

const totals = {};
const totalOf = (method) => (totals[method] ??= { charges: 0, grossMinor: 0, sharesMinor: 0 });

const add = {
  'repasse.charge.paid.v1': ({ paymentMethod, grossAmountMinor }) => {
    totalOf(paymentMethod).charges += 1;
    totalOf(paymentMethod).grossMinor += grossAmountMinor;
  },
  'repasse.split.settled.v1': ({ paymentMethod, shares }) => {
    for (const { amountMinor } of shares) totalOf(paymentMethod).sharesMinor += amountMinor;
  },
};

const read = asked.validate ? validatingDecoder() : decode;
const startedAt = performance.now();
let count = 0;
await readUntilNow(topics, async (event) => {
  count += 1;
  const data = await read(event);
  if (asked.user === undefined || data.userId === Number(asked.user)) add[event.headers.ce_type]?.(data);
});

console.log(JSON.stringify(Object.fromEntries(Object.entries(totals).sort())));
console.error(`${count} events, ${Math.round((count * 1_000) / (performance.now() - startedAt))} a second`);
