import { type Operations } from '@repasse/chassis/http/app';
import { type ChaosSwitches } from '../store/chaos-switches';
import { type InboxSecrets } from '../store/inbox-secrets';
import { type InboxTable } from '../store/inbox-table';
import { type SandboxClock } from '../store/sandbox-clock';
import { addInboxSecret } from './add-inbox-secret';
import { clearInbox } from './clear-inbox';
import { getChaos } from './get-chaos';
import { getClock } from './get-clock';
import { listInbox } from './list-inbox';
import { payPix, type PayPixDependencies } from './pay-pix';
import { setChaos } from './set-chaos';
import { setClock } from './set-clock';
import { setInbox } from './set-inbox';

export interface Controls {
  readonly bank: PayPixDependencies;
  readonly inboxes: InboxTable;
  readonly secrets: InboxSecrets;
  readonly chaos: ChaosSwitches;
  readonly clock: SandboxClock;
}

/** The controls of the sandbox, by the operationId of contracts/http/provider-sandbox.openapi.yaml. */
export const operations = ({ bank, inboxes, secrets, chaos, clock }: Controls): Operations => ({
  payPix: payPix(bank),
  listInbox: listInbox(inboxes),
  setInbox: setInbox(inboxes, secrets),
  clearInbox: clearInbox(inboxes),
  addInboxSecret: addInboxSecret(inboxes, secrets),
  getChaos: getChaos(chaos),
  setChaos: setChaos(chaos),
  getClock: getClock(clock),
  setClock: setClock(clock),
});
