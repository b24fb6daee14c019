import { type Operation, type Operations } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { type InboxSecrets, openInboxSecrets } from '../store/inbox-secrets';
import { createInboxTable, type InboxTable } from '../store/inbox-table';
import { createMailboxTable, type MailboxTable } from '../store/mailbox-table';
import { type Providers } from '../providers/open-providers';
import { type World } from '../world';
import { addInboxSecret, clearInbox, listInbox, setInbox } from './inbox';
import { chargeBackCard } from './charge-back-card';
import { depositCrypto } from './deposit-crypto';
import { getClock, setClock, showSwitch, turnSwitch } from './switches';
import { getFx, setFx } from './fx-switches';
import { listCryptoPayouts, setCryptoPayouts } from './crypto-payouts';
import { clearMailbox, listMailbox } from './mailbox';
import { payInternational } from './pay-international';
import { payPix } from './pay-pix';
import { listSentPix, returnSentPix, setPixKey, setSentPix } from './sent-pix';
import { listVerifications, setVerifications } from './verifications';
import { createLocationReader, type LocationReader } from './read-location';

interface Controls extends World, Providers {
  readonly readLocation: LocationReader;
  readonly inboxes: InboxTable;
  readonly secrets: InboxSecrets;
  readonly mailbox: MailboxTable;
}

/** Everything a person or a test may turn. `ownUrl` is where the simulated bank finds the simulated PSP. */
export const openControls = async (
  world: World,
  db: Database,
  providers: Providers,
  ownUrl: () => string,
): Promise<Controls> => {
  const { locationHost } = providers.psp;
  return {
    ...world,
    ...providers,
    readLocation: createLocationReader({ locationHost, baseUrl: () => `${ownUrl()}/pix`, stopping: world.stopping }),
    inboxes: createInboxTable(db),
    mailbox: createMailboxTable(db),
    secrets: await openInboxSecrets(world.store, world.clock),
  };
};

/** The controls of the sandbox, by the operationId of contracts/http/provider-sandbox.openapi.yaml. */
export const operations = (controls: Controls): Operations => {
  const { inboxes, secrets, chaos, clock, callbacks, fx, revolut, cielo, nowPayments, verifier, refunds, sweeper } =
    controls;
  return {
    payPix: payPix(controls.psp, controls.readLocation),
    listInbox: listInbox(inboxes),
    setInbox: setInbox(inboxes, secrets),
    clearInbox: clearInbox(inboxes),
    listMailbox: listMailbox(controls.mailbox),
    clearMailbox: clearMailbox(controls.mailbox),
    addInboxSecret: addInboxSecret(inboxes, secrets),
    getChaos: showSwitch(chaos),
    setChaos: turnSwitch(chaos),
    getClock: getClock(clock),
    setClock: setClock(clock, callbacks),
    getFx: getFx(fx),
    setFx: setFx(fx),
    payInternational: at(revolut, 'REVOLUT_SECRET_KEY', payInternational),
    chargeBackCard: at(cielo, 'CIELO_MERCHANT_ID', chargeBackCard),
    depositCrypto: at(nowPayments, 'NOWPAYMENTS_API_KEY', depositCrypto),
    listCryptoPayouts: at(nowPayments, 'NOWPAYMENTS_API_KEY', listCryptoPayouts),
    setCryptoPayouts: at(nowPayments, 'NOWPAYMENTS_API_KEY', setCryptoPayouts),
    listSentPix: listSentPix(controls.psp),
    setSentPix: setSentPix(controls.psp),
    returnSentPix: returnSentPix(controls.psp),
    setPixKey: setPixKey(controls.psp),
    listVerifications: at(verifier, 'VERIFICATION_TOKEN', listVerifications),
    setVerifications: at(verifier, 'VERIFICATION_TOKEN', setVerifications),
    getRefunds: showSwitch(refunds),
    // Refunds that are under way end as it says when they are due.
    setRefunds: turnSwitch(refunds, () => sweeper.wake()),
  };
};

/** A control of a provider; 404 where the setting is missing without which there is no such provider. */
const at = <Provider, Body>(
  provider: Provider | undefined,
  setting: string,
  control: (provider: Provider) => Operation<Body>,
): Operation<Body> => {
  if (provider !== undefined) return control(provider);
  const detail = `The provider is not simulated: the sandbox has no ${setting}.`;
  return { handle: async () => problem({ status: 404, code: 'sandbox.provider_absent', detail }) };
};
