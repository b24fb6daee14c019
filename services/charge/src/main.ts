import { join } from 'node:path';
import type { Bus } from '@repasse/chassis/bus/bus';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { createHttpClient, type HttpClient } from '@repasse/chassis/http/client';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import type { Relay } from '@repasse/chassis/outbox/relay';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { consumeTopic, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { openParts, type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { keepAnswers, serve, tokenVerifier } from '@repasse/chassis/service/serve';
import { loadConfig, type Config } from './config';
import { createIdentity, identityTimeoutMs } from './http/clients/identity';
import { createPaymentGateway, gatewayTimeoutMs } from './http/clients/payment-gateway';
import { createOperations } from './http/routes';
import { consumePayments } from './kafka/consume-payments';
import { consumeUsers } from './kafka/consume-users';
import { createChargeStore, type ChargeStore } from './store/charge-store';
import { createFeeRuleStore, type FeeRuleStore } from './store/fee-rules';
import { createPaymentRuleStore } from './store/payment-rules';
import { startJanitor } from './workflow/janitor';
import { createCommandFor } from './workflow/new-charge';
import { createOfferAttempt, type OfferAttempt } from './workflow/offer-attempt';
import { createResolveRecipients } from './workflow/resolve-recipients';

type Parts = ServiceParts<Config>;
type Overrides = PartOverrides & { readonly pollIntervalMs?: number };

const migrations = [chassisMigrations.eventStore, chassisMigrations.consumer, join(__dirname, '../migrations')];

export const startCharge = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const parts = await openParts('charge', config, migrations, overrides);
  const { db, clock, ids, log, metrics, lifecycle } = parts;
  const bus = await openBus(parts);
  const relay = publishOutbox(parts, bus);
  const store = createEventStore({ db, metrics, onCommitted: () => relay.wake() });
  const charges = createChargeStore({ store, ids });
  const feeRules = createFeeRuleStore({ db, clock });
  const paymentRules = createPaymentRuleStore(db);
  const offerAttempt = connectGateway(parts, charges);
  await startConsuming(parts, bus, relay, consumePayments({ charges, paymentRules, feeRules, ids, log, metrics }));

  const janitor = startJanitor({ db, charges, offerAttempt, clock, log, metrics, ...overrides });
  lifecycle.onStop('janitor', () => janitor.stop());
  return { url: await serveCharges(parts, charges, feeRules, offerAttempt), stop: () => lifecycle.stop() };
};

const internalClient = (
  { config, log, metrics }: Parts,
  peer: { readonly name: string; readonly baseUrl: string; readonly timeoutMs: number },
): HttpClient =>
  createHttpClient({ ...peer, headers: { 'Repasse-Internal-Token': config.internalToken }, log, metrics });

const connectGateway = (parts: Parts, charges: ChargeStore): OfferAttempt => {
  const { config, clock, metrics, lifecycle } = parts;
  const peer = { name: 'payment-gateway', baseUrl: config.paymentGatewayUrl, timeoutMs: gatewayTimeoutMs };
  const gateway = createPaymentGateway(internalClient(parts, peer), metrics);
  lifecycle.onStop('gateway breaker', () => gateway.stop());
  return createOfferAttempt({ charges, gateway, clock });
};

const startConsuming = async (
  parts: Parts,
  bus: Bus,
  relay: Relay,
  handlePayment: ReturnType<typeof consumePayments>,
): Promise<void> => {
  const afterCommit = (): void => relay.wake();
  // A payment that is skipped is money that is lost, and a user's suspension must not overtake their registration.
  const onPoison = 'park';
  await consumeTopic(parts, bus, {
    topic: 'payment.events.v1',
    onPoison,
    handle: handlePayment,
    afterCommit,
  });
  await consumeTopic(parts, bus, { topic: 'identity.events.v1', onPoison, handle: consumeUsers, afterCommit });
};

const serveCharges = (
  parts: Parts,
  charges: ChargeStore,
  feeRules: FeeRuleStore,
  offerAttempt: OfferAttempt,
): Promise<string> => {
  const { config, db, clock, ids } = parts;
  const peer = { name: 'identity', baseUrl: config.identityUrl, timeoutMs: identityTimeoutMs };
  const identity = createIdentity(internalClient(parts, peer));
  const commandFor = createCommandFor({ feeRules, resolveRecipients: createResolveRecipients({ db, identity }) });
  const urlRules = { arePrivateAddressesAllowed: config.isSandbox };
  return serve(parts, {
    operations: createOperations({ db, charges, feeRules, commandFor, offerAttempt, urlRules, clock, ids }),
    verifyToken: tokenVerifier(parts),
    idempotency: keepAnswers(parts).idempotency,
  });
};

if (require.main === module) runMain(() => startCharge(loadConfig()));
