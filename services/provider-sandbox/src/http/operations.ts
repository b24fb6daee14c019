import { type Operations } from '@repasse/chassis/http/app';
import { type CallbackSender } from '../callbacks/callback-sender';
import { type Cielo } from '../providers/cielo/cielo';
import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { type Revolut } from '../providers/revolut/revolut';
import { type ChaosSwitches } from '../store/chaos-switches';
import { type FxSwitches } from '../store/fx-switches';
import { type InboxSecrets } from '../store/inbox-secrets';
import { type InboxTable } from '../store/inbox-table';
import { type RefundSwitches } from '../store/refund-switches';
import { type SandboxClock } from '../store/sandbox-clock';
import { type Sweeper } from '../sweeper';
import { addInboxSecret } from './add-inbox-secret';
import { chargeBackCard } from './charge-back-card';
import { clearInbox } from './clear-inbox';
import { depositCrypto } from './deposit-crypto';
import { getChaos } from './get-chaos';
import { getClock } from './get-clock';
import { getFx } from './get-fx';
import { listInbox } from './list-inbox';
import { getRefunds } from './get-refunds';
import { listCryptoPayouts } from './list-crypto-payouts';
import { payInternational } from './pay-international';
import { payPix, type PayPixDependencies } from './pay-pix';
import { setChaos } from './set-chaos';
import { setClock } from './set-clock';
import { setCryptoPayouts } from './set-crypto-payouts';
import { setFx } from './set-fx';
import { setRefunds } from './set-refunds';
import { setInbox } from './set-inbox';

export interface Controls {
  readonly bank: PayPixDependencies;
  readonly inboxes: InboxTable;
  readonly secrets: InboxSecrets;
  readonly chaos: ChaosSwitches;
  readonly clock: SandboxClock;
  readonly callbacks: CallbackSender;
  readonly sweeper: Sweeper;
  readonly fx: FxSwitches;
  readonly revolut: Revolut | undefined;
  readonly cielo: Cielo | undefined;
  readonly nowPayments: NowPayments | undefined;
  readonly refunds: RefundSwitches;
}

/** The controls of the sandbox, by the operationId of contracts/http/provider-sandbox.openapi.yaml. */
export const operations = (controls: Controls): Operations => {
  const { bank, inboxes, secrets, chaos, clock, callbacks, fx, revolut, cielo, nowPayments, refunds, sweeper } =
    controls;
  return {
    payPix: payPix(bank),
    listInbox: listInbox(inboxes),
    setInbox: setInbox(inboxes, secrets),
    clearInbox: clearInbox(inboxes),
    addInboxSecret: addInboxSecret(inboxes, secrets),
    getChaos: getChaos(chaos),
    setChaos: setChaos(chaos),
    getClock: getClock(clock),
    setClock: setClock(clock, callbacks),
    getFx: getFx(fx),
    setFx: setFx(fx),
    payInternational: payInternational(revolut),
    chargeBackCard: chargeBackCard(cielo),
    depositCrypto: depositCrypto(nowPayments),
    listCryptoPayouts: listCryptoPayouts(nowPayments),
    setCryptoPayouts: setCryptoPayouts(nowPayments, sweeper),
    getRefunds: getRefunds(refunds),
    setRefunds: setRefunds(refunds, sweeper),
  };
};
