import { type Consumption } from '@repasse/chassis/consumer/consumer';
import { createEventStore, type PublicEvent } from '@repasse/chassis/event-store/event-store';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { type Relay } from '@repasse/chassis/outbox/relay';
import { consumeTopics, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { openAccess } from '@repasse/chassis/service/access';
import { type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { startService } from '@repasse/chassis/service/start-service';
import { type AnyEvent } from '@repasse/contracts';
import { createHttpClient } from '@repasse/chassis/http/client';
import { createDestinations, type Destinations, identityTimeoutMs } from './clients/identity';
import { openLedger } from './clients/open-ledger';
import { type Config, loadConfig } from './config';
import { migrations } from './migrations';
import { serveGateway } from './http/routes';
import { consumeMerchants } from './merchants/consume/consume-merchants';
import { chargeTypes, consumeCharges } from './payments/consume/consume-charges';
import { consumeWithdrawals } from './payouts/consume/consume-withdrawals';
import { type GuardTimings } from './providers/wire/guarded-exchange';
import { openProviders, payoutProviderNames, type Providers } from './providers/open-providers';
import { type ProviderTimings } from './providers/wire/time-left';
import { createCallbackInbox } from './callbacks/store/callback-inbox';
import { createProviderCalls } from './providers/store/provider-calls';
import { type Payouts, startPayouts } from './payouts/workflow/start-payouts';
import { startWork, type Work, type WorkOverrides } from './workflow/start-work';

/** Parts that a test may replace. */
export interface Overrides extends PartOverrides, WorkOverrides {
  readonly providerTimings?: ProviderTimings;
  readonly guardTimings?: GuardTimings;
}

type Parts = ServiceParts<Config>;

/** Events of charges may wait this long: under load many charges are one batch then. */
const batchIntervalMsMin = 100;

export const startPaymentGateway = (
  config: Config,
  overrides: Overrides = {},
  reload?: () => Config,
): Promise<Running> =>
  startService({ service: 'payment-gateway', config, migrations, overrides, reload }, async (parts) => {
    const { lifecycle } = parts;
    const bus = await openBus(parts);
    const relay = publishOutbox(parts, bus);
    const inbox = createCallbackInbox(parts);
    lifecycle.onStop('callback marks', () => inbox.stop());
    const providers = startProviders(parts, overrides);
    const store = createEventStore({
      ...parts,
      onCommitted: (events, added) => (events.every(isForViews) ? relay.wakeSoon(added) : relay.wake(added)),
    });
    const destinations = openDestinations(parts);
    const { ledger, expect: expectLedger } = openLedger(parts);
    const { backstopMs } = overrides;
    const payouts = startPayouts(parts, { store, providers, destinations, ledger, backstopMs });
    const work = startWork(parts, { ...overrides, store, providers, payouts, inbox });
    const access = await openAccess(parts);
    await consumeTopics(parts, bus, {
      consumptions: [...consumptionsOf(parts, relay, work, payouts), consumeMerchants(access.consumption)],
      // Decisions here lead to calls to a provider, who would not forget them in our crash.
      waitsForDisk: true,
      intervalMsMin: batchIntervalMsMin,
    });
    await expectLedger();
    const url = await serveGateway(parts, {
      ...work,
      ledger,
      funding: payouts.funding,
      providers,
      verifyToken: access.verifyToken,
      wakeRelay: () => relay.wake(),
    });
    // Only now: a provider may probe the address while it registers it.
    for (const provider of providers.registry.all) {
      lifecycle.onStop(`${provider.name} background`, provider.start());
    }
    return url;
  });

/** Only views consume the payer's offer: the caller has it from the answer. */
const isForViews = ({ type }: PublicEvent): boolean =>
  type === 'repasse.payment.requested.v1' || type === 'repasse.payment.offered.v1';

const consumptionsOf = (
  { clock }: Parts,
  relay: Relay,
  { payments, reconciler }: Work,
  payouts: Payouts,
): Consumption[] => {
  // Most events of charges ask nothing of providers, and the reconciler need not look for each.
  const due = new WeakSet<AnyEvent>();
  return [
    {
      topics: ['charge.events.v1'],
      types: chargeTypes,
      // A skipped surplus is money that is never refunded, so an event that cannot be handled is held and shown.
      onPoison: 'park',
      ...consumeCharges({ payments, clock, onDue: (event) => due.add(event) }),
      afterCommit: (events) => {
        relay.wake();
        if (events.some((event) => due.has(event))) reconciler.wake();
      },
    },
    {
      topics: ['withdrawal.events.v1'],
      types: ['repasse.withdrawal.requested.v1'],
      // A withdrawal that is skipped is money held back from its user for ever.
      onPoison: 'park',
      handle: consumeWithdrawals({
        ...payouts,
        invoiceIds: payments.invoiceIds,
        providerOf: payoutProviderNames,
        clock,
      }),
      afterCommit: () => {
        relay.wake();
        payouts.wake();
      },
    },
  ];
};

/** Where payouts go that name no address; undefined where none is sent there. */
const openDestinations = (all: Parts): Destinations | undefined => {
  const { config, live, lifecycle, ...parts } = all;
  const { identityUrls } = config;
  if (identityUrls === undefined || config.identityToken === undefined) return undefined;
  const http = createHttpClient({
    ...{ ...parts, name: 'identity', baseUrls: identityUrls, timeoutMs: identityTimeoutMs },
    internalToken: () => live().identityToken ?? '',
  });
  lifecycle.onStop('identity connections', async () => http.close());
  return createDestinations(http);
};

const startProviders = (parts: Parts, { providerTimings: timings, guardTimings }: Overrides): Providers => {
  const { lifecycle } = parts;
  const calls = createProviderCalls(parts);
  lifecycle.onStop('raw provider records', () => calls.stop());
  const providers = openProviders({ ...parts, keep: calls.keep, timings, guardTimings });
  lifecycle.onStop('provider connections', () => providers.close());
  return providers;
};

if (require.main === module) runMain('payment-gateway', () => startPaymentGateway(loadConfig(), {}, loadConfig));
