import { archiveSettings } from '@repasse/chassis/archive/settings';
import { settings as edge } from '../edge/config';
import { settings as console } from '../../services/console/src/config';
import { settings as charge } from '../../services/charge/src/config';
import { settings as identity } from '../../services/identity/src/config';
import { settings as invoiceQuery } from '../../services/invoice-query/src/config';
import { settings as paymentGateway } from '../../services/payment-gateway/src/config';
import { settings as providerSandbox } from '../../services/provider-sandbox/src/config';
import { settings as splitSettlement } from '../../services/split-settlement/src/config';
import { settings as webhookDispatcher } from '../../services/webhook-dispatcher/src/config';
import { type Program } from './settings-reference';

/** All that read settings, in the order of the reference. */
export const programs: readonly Program[] = [
  { name: 'charge', settings: charge },
  { name: 'payment-gateway', settings: paymentGateway },
  { name: 'split-settlement', settings: splitSettlement },
  { name: 'invoice-query', settings: invoiceQuery },
  { name: 'webhook-dispatcher', settings: webhookDispatcher },
  { name: 'identity', settings: identity },
  { name: 'edge', settings: edge },
  { name: 'console', settings: console },
  { name: 'provider-sandbox', settings: providerSandbox },
];

/** Commands that read settings of their own beside those of their service. */
export const commands: readonly Program[] = [{ name: 'archive (commands of operators)', settings: archiveSettings }];
