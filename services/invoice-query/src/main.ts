import { createFreshReads } from '@repasse/chassis/http/fresh-reads';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { startProjections } from '@repasse/chassis/projection/projection';
import { openBus } from '@repasse/chassis/service/messaging';
import { type PartOverrides } from '@repasse/chassis/service/parts';
import { openAccess } from '@repasse/chassis/service/access';
import { serve } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { topics } from '@repasse/contracts';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { getChargeTimeline } from './http/get-charge-timeline';
import { getAttentionOfDisputes } from './http/get-attention-of-disputes';
import { getDispute } from './http/get-dispute';
import { getInvoice } from './http/get-invoice';
import { getInvoiceTimeline } from './http/get-invoice-timeline';
import { getOverview } from './http/get-overview';
import { listDisputes } from './http/list-disputes';
import { listInvoicesOperation } from './http/list-invoices';
import { views } from './projections/all-projections';
import { countEvents } from './projections/count-events';
import { measureDisputes } from './store/measure-disputes';
import { measureDrift } from './projections/drift';

export const startInvoiceQuery = (
  config: Config,
  overrides: PartOverrides = {},
  reload?: () => Config,
): Promise<Running> =>
  startService({ service: 'invoice-query', config, migrations, overrides, reload }, async (parts) => {
    const { service, db, clock, log, metrics, health, lifecycle } = parts;
    const drift = measureDrift(db, metrics, log, config.driftPollIntervalMs);
    lifecycle.onStop('drift gauges', () => drift.stop());
    const disputes = measureDisputes({ db, clock, log, metrics, intervalMs: config.driftPollIntervalMs });
    lifecycle.onStop('gauge of disputes', () => disputes.stop());
    const bus = await openBus(parts);
    const access = await openAccess(parts);
    const kept = topics.map(({ name }) => name);
    const count = countEvents(metrics);
    const reading = await startProjections({
      ...{ service, topics: kept, projections: views, db, bus, log, metrics },
      afterCommit: (events) => {
        count(events);
        access.refreshAfter(events);
      },
      onHeldBack: access.onHeldBack,
    });
    lifecycle.onStop('projections', () => reading.stop());
    health.addCheck('projections', () => reading.isAlive(), 'live');

    const reads = createFreshReads();
    return serve(parts, {
      operations: {
        getChargeTimeline: getChargeTimeline(db, reads),
        listInvoices: listInvoicesOperation(db, clock),
        getInvoice: getInvoice(db, reads, clock),
        listDisputes: listDisputes(db, clock),
        getOverview: getOverview(db, clock),
        getAttentionOfDisputes: getAttentionOfDisputes(db, clock),
        getDispute: getDispute(db, reads),
        getInvoiceTimeline: getInvoiceTimeline(db, reads),
      },
      verifyToken: access.verifyToken,
    });
  });

if (require.main === module) runMain('invoice-query', () => startInvoiceQuery(loadConfig(), {}, loadConfig));
