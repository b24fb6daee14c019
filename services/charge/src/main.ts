import { accessTypes } from '@repasse/chassis/auth/access/access-changes';
import { type Bus } from '@repasse/chassis/bus/bus';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { createHttpClient } from '@repasse/chassis/http/client';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { type Relay } from '@repasse/chassis/outbox/relay';
import { consumeTopics, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { expectService } from '@repasse/chassis/service/reached';
import { openAccess, type ServiceAccess } from '@repasse/chassis/service/access';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { createCheckout } from './checkout/create-checkout';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { createIdentity, identityTimeoutMs } from './clients/identity';
import { createPaymentGateway, gatewayTimeoutMs } from './clients/payment-gateway';
import { createCheckoutGuard } from './http/checkout-guard';
import { createCheckoutLinks } from './http/checkout-link';
import { createCheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { createOperations } from './http/routes';
import { createPaymentLinks } from './payment-links/create-payment-links';
import { consumePayments } from './consume/consume-payments';
import { consumeUsers, userTypes } from './consume/consume-users';
import { paymentTypes } from './consume/payment-commands';
import { createChargeStore } from './store/charge-store';
import { createMerchantRules } from './store/merchant-rules';
import { createChargeSavedCard } from './workflow/charge-saved-card';
import { startJanitor } from './workflow/janitor';
import { createMakeCharge, createMakeOfferedCharge } from './workflow/make-charge';
import { createCommandFor } from './workflow/new-charge';
import { createOfferAttempt } from './workflow/offer-attempt';
import { createPayByCard } from './workflow/pay-by-card';
import { createRequestAttempt } from './workflow/request-attempt';
import { createRequestOffer } from './workflow/request-offer';
import { createResolveHeld } from './workflow/resolve-held-payment';
import { createPricingFor } from './workflow/pricing-for';

type Parts = ServiceParts<Config>;

export const startCharge = (config: Config, overrides: PartOverrides = {}, reload?: () => Config): Promise<Running> =>
  startService({ service: 'charge', config, migrations, overrides, reload }, async (parts) => {
    const { lifecycle } = parts;
    const bus = await openBus(parts);
    const relay = publishOutbox(parts, bus);
    const peers = await openPeers(parts);
    const core = createCore(parts, relay, peers);
    const access = await openAccess(parts);
    await startConsuming(parts, bus, { ...core, relay, access });

    const janitor = startJanitor(core);
    lifecycle.onStop('janitor', () => janitor.stop());
    return serveCharges(parts, core, { access, peers });
  });

/** Events of possible recipients, and of revoked access. */
const identityTypes = [...new Set([...userTypes, ...accessTypes])];

/** The parts shared by endpoints, consumers and the janitor. */
const createCore = (parts: Parts, relay: Relay, peers: Peers) => {
  const { db, clock, ids, log, metrics, lifecycle } = parts;
  const charges = createChargeStore({
    store: createEventStore({ db, metrics, onCommitted: (_, added) => relay.wakeSoon(added) }),
    ids,
  });
  const merchantRules = createMerchantRules(db);
  const gateway = createPaymentGateway(peers.gateway, metrics);
  lifecycle.onStop('gateway breaker', () => gateway.stop());

  const base = { db, charges, merchantRules, gateway, clock, ids, log, metrics };
  const asking = {
    offerAttempt: createOfferAttempt(base),
    payByCard: createPayByCard(base),
    requestAttempt: createRequestAttempt(base),
  };
  return {
    ...base,
    ...asking,
    requestOffer: createRequestOffer(asking),
    chargeSavedCard: createChargeSavedCard({ ...base, ...asking }),
    resolveHeld: createResolveHeld(base),
  };
};

type Core = ReturnType<typeof createCore>;

/** The services that are asked over HTTP. */
const openPeers = async (parts: Parts) => {
  const { config, live, log, metrics } = parts;
  const ofGateway = { service: 'payment-gateway', baseUrls: config.paymentGatewayUrls };
  const gateway = createHttpClient({
    ...{ ...ofGateway, name: ofGateway.service, timeoutMs: gatewayTimeoutMs, log, metrics },
    internalToken: () => live().paymentGatewayToken,
  });
  const ofIdentity = { service: 'identity', baseUrls: config.identityUrls };
  const identity = createHttpClient({
    ...{ ...ofIdentity, name: ofIdentity.service, timeoutMs: identityTimeoutMs, log, metrics },
    internalToken: () => live().identityToken,
  });
  await expectService(parts, { ...ofGateway, setting: 'PAYMENT_GATEWAY_URL', http: gateway });
  await expectService(parts, { ...ofIdentity, setting: 'IDENTITY_URL', http: identity });
  return { gateway, identity };
};

type Peers = Awaited<ReturnType<typeof openPeers>>;

const startConsuming = async (
  parts: Parts,
  bus: Bus,
  { relay, access, ...core }: Core & { readonly relay: Relay; readonly access: ServiceAccess },
): Promise<void> => {
  // A payment that is skipped is money that is lost, and a user's suspension must not overtake their registration.
  const onPoison = 'park';
  await consumeTopics(parts, bus, {
    consumptions: [
      {
        topics: ['payment.events.v1'],
        types: [...paymentTypes, 'repasse.refund.requested.v1'],
        onPoison,
        ...consumePayments({ ...core, relay }),
      },
      {
        topics: ['identity.events.v1'],
        types: identityTypes,
        onPoison,
        onHeldBack: access.onHeldBack,
        handle: async (events, tx) => {
          await consumeUsers(events, tx);
          await access.consumption.handle(events, tx);
        },
        afterCommit: (events) => {
          core.merchantRules.forgetUsers();
          access.refreshAfter(events);
        },
      },
    ],
    // A payment's effects are rows and events; a crash undoes them with the offset, and they are made again.
    waitsForDisk: false,
  });
};

const serveCharges = async (
  parts: Parts,
  core: Core,
  { access, peers }: { readonly access: ServiceAccess; readonly peers: Peers },
): Promise<string> => {
  const { config, live, lifecycle } = parts;
  const { verifyToken } = access;
  const identity = createIdentity(peers.identity);
  const pricingFor = createPricingFor({ merchantRules: core.merchantRules, identity });
  const makeCharge = createMakeCharge({ ...core, commandFor: createCommandFor(pricingFor) });
  const making = { makeCharge, makeOfferedCharge: createMakeOfferedCharge({ ...core, makeCharge }) };
  const urlRules = { arePrivateAddressesAllowed: config.isSandbox };
  const { idempotency } = keepAnswers(parts);
  const tokens = createCheckoutTokens({ secrets: () => live().checkout.tokenSecrets, clock: core.clock });
  const linkOf = createCheckoutLinks(tokens, config.checkout.baseUrl);
  const checkout = createCheckout({ ...core, ...config.checkout, isTest: config.isSandbox, tokens });
  const { baseUrl, proxiesInFront } = config.checkout;
  const links = { baseUrl, proxiesInFront, isTest: config.isSandbox, assets: checkout.assets };
  const url = await serve(parts, {
    operations: {
      ...createOperations({ ...core, ...making, pricingFor, urlRules, linkOf, idempotency }),
      ...checkout.operations,
      ...createPaymentLinks({ ...core, ...links, makeCharge, linkOf }),
    },
    verifyToken,
    guards: { checkoutToken: createCheckoutGuard(tokens), ...checkout.guards },
    idempotency,
  });
  // Stops before the server, which waits for every answer to end.
  lifecycle.onStop('checkout pages', () => checkout.stop());
  return url;
};

if (require.main === module) runMain('charge', () => startCharge(loadConfig(), {}, loadConfig));
