import { createTokenVerifier, type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { toIso } from '@repasse/chassis/clock';
import { createSealedBox, type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Operations } from '@repasse/chassis/http/app';
import { sealAnswers } from '@repasse/chassis/idempotency/sealed-answers';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { bootstrapAdmin } from './api-keys/bootstrap';
import { apiKeyOperations } from './api-keys/routes';
import { whyNotUsable } from './api-keys/rules';
import { findApiKey } from './api-keys/table';
import { openOutgoing } from './company-sign-in/outgoing';
import { companyOperations } from './company-sign-in/routes';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { deviceOperations } from './device-authorizations/routes';
import { destinationOperations } from './destinations/routes';
import { payoutTermsOperations } from './payout-terms/routes';
import { openKeyRing, type KeyRing } from './keys/key-ring';
import { keyOperations } from './keys/routes';
import { profileOperations } from './merchant-profiles/routes';
import { portalLinkOperations } from './portal-links/routes';
import { isPortalOpen } from './portal-links/table';
import { recipientOperations } from './recipients/routes';
import { actsFor } from './people/members/table';
import { createPasswords, type Passwords } from './people/passwords/hash';
import { passkeyOperations } from './people/passkeys/routes';
import { peopleOperations } from './people/routes';
import { createCountCode, createProveCode } from './second-factor/prove';
import { secondFactorOperations } from './second-factor/routes';
import { createCommit, type Commit } from './store/commit';
import { createAuthenticate } from './tokens/authenticate';
import { tokenOperations } from './tokens/routes';
import { createWrongSecrets } from './tokens/wrong-secrets';
import { createHttpProvider } from './verification/http-provider';
import { startMail, type MailParts } from './mail/start';
import { measureVerifications } from './verification/measure-waiting';
import { verificationCallbacks } from './verification/receive-callback';
import { requiredDocumentsOf } from './verification/required-documents';
import { startVerifications } from './verification/worker';
import { userOperations } from './users/routes';
import { viewOperations } from './views/routes';

type Parts = ServiceParts<Config>;

/** Parts that tests replace. */
export interface IdentityOverrides extends PartOverrides {
  readonly passwords?: Passwords;
}

export const startIdentity = (
  config: Config,
  overrides: IdentityOverrides = {},
  reload?: () => Config,
): Promise<Running> =>
  startService({ service: 'identity', config, migrations, overrides, reload }, (parts) =>
    start(parts, overrides.passwords ?? createPasswords()),
  );

const start = async (parts: Parts, passwords: Passwords): Promise<string> => {
  const { config, live, clock, ids, log, lifecycle, db } = parts;
  const relay = publishOutbox(parts, await openBus(parts));
  const box = createSealedBox(() => live().keyEncryptionKeys);
  // The answer that issues an API key shows its secret, which is kept nowhere in clear.
  const { idempotency, keepAnswer } = keepAnswers(parts, (store) => sealAnswers(store, box));
  const mail = startMail(parts, box);
  const { onCommitted } = mail;
  const commit = createCommit({ db, ids, keepAnswer, onEvents: () => relay.wake(), onCommitted });
  const { clientId, clientSecret, email } = config.bootstrapAdmin;
  if (clientId !== undefined && clientSecret !== undefined)
    await bootstrapAdmin(commit, { clientId, clientSecret, email }, toIso(clock.now()), log);

  const { tokenTtlSeconds, signingKeyDaysMax: daysMax } = config;
  const internalCallers = () => [
    ...live().internalCallers,
    ...(live().destinationCallers ?? []),
    ...(live().consoleCallers ?? []),
  ];
  const ring = await openKeyRing({ db, box, clock, log, tokenTtlSeconds, daysMax });
  lifecycle.onStop('key ring', () => ring.stop());
  const verifyToken = verifierWith(parts, ring);
  const verifications = openVerifications(parts, commit);
  const gauges = measureVerifications(parts);
  lifecycle.onStop('gauges of verifications', () => gauges.stop());
  const outgoing = openOutgoing(config);
  lifecycle.onStop('connections to providers of companies', async () => outgoing.close());
  const made = { commit, box, ring, verifyToken, verifications, mail, outgoing, passwords };
  const operations = operationsOf(parts, made);
  return serve(parts, { operations, verifyToken, internalCallers, idempotency });
};

/** Our own keys need no HTTP: the verifier gets the content of GET /.well-known/jwks.json directly. */
const verifierWith = ({ config, clock, log, db }: Parts, ring: KeyRing): TokenVerifier =>
  createTokenVerifier({
    jwksUrls: config.jwksUrls,
    issuer: config.tokenIssuer,
    clock,
    log,
    fetchKeys: () => Promise.resolve(ring.publicKeys()),
    // Reads our own rows: events would report a change of a user or key later.
    isRevoked: async ({ clientId, userId, personId, sessionId = '', portalLinkId }) => {
      if (portalLinkId !== undefined) return !(await isPortalOpen(db, userId, portalLinkId, toIso(clock.now())));
      if (personId !== undefined) return !(await actsFor(db, userId, personId, sessionId));
      const key = await findApiKey(db, clientId);
      return key?.userId !== userId || whyNotUsable(key, toIso(clock.now())) !== undefined;
    },
  });

/** Undefined where operators verify recipients. */
const openVerifications = (parts: Parts, commit: Commit): { readonly wake: () => void } | undefined => {
  const { config, live, lifecycle, metrics } = parts;
  const { baseUrl } = config.verification;
  if (baseUrl === undefined) return undefined;
  const provider = createHttpProvider({ baseUrl, token: () => live().verification.token ?? '', metrics });
  const worker = startVerifications({ ...parts, commit, provider });
  lifecycle.onStop('verifications', async () => {
    await worker.stop();
    provider.stop();
  });
  return worker;
};

interface Made {
  readonly verifications: { readonly wake: () => void } | undefined;
  readonly commit: Commit;
  readonly box: SealedBox;
  readonly ring: KeyRing;
  readonly mail: MailParts;
  readonly passwords: Passwords;
  readonly verifyToken: TokenVerifier;
  /** To providers of companies. */
  readonly outgoing: ReturnType<typeof openOutgoing>;
}

const operationsOf = (
  { config, live, clock, ids, log, metrics, db }: Parts,
  { commit, box, ring, verifyToken, verifications, mail, outgoing, passwords }: Made,
): Operations => {
  const authenticate = createAuthenticate({ db, clock, log, metrics, wrongSecrets: createWrongSecrets(config) });
  const shared = { db, clock, commit, metrics, ids };
  const codes = { box, clock, countCode: createCountCode(metrics), wrongCodes: config.wrongCodesPerUser };
  const prove = createProveCode(codes);
  const proof = { prove, secondFactorWaitHours: config.secondFactorWaitHours };
  const keys = { ...shared, ...proof, bootstrapClientId: config.bootstrapAdmin.clientId };
  const secondFactor = { ...shared, box, log, prove, waitHours: config.secondFactorWaitHours };
  const { tokenIssuer: issuer, tokenTtlSeconds: ttlSeconds } = config;
  const people = {
    queueMail: mail.queueMail,
    ...{ ...shared, ...codes, passwords, ring, issuer, sessionLimits: config.sessions },
    // The console names the address a person comes from, in the body: there is no proxy in front of what it says.
    wrongSecrets: createWrongSecrets({ wrongSecrets: config.wrongSecrets, proxiesInFront: 0 }),
  };
  return {
    ...userOperations(shared),
    ...profileOperations({ ...shared, isSandbox: config.isSandbox }),
    ...recipientOperations({
      ...shared,
      requiredDocuments: requiredDocumentsOf(config.verification.requiredDocuments),
      onSubmitted: verifications && (() => verifications.wake()),
    }),
    ...verificationCallbacks({
      ...{ db, clock, secrets: () => live().verification.callbackSecrets ?? [] },
      onHastened: () => verifications?.wake(),
    }),
    ...payoutTermsOperations(shared),
    ...destinationOperations({ ...shared, ...proof, waitHours: config.destinationWaitHours }),
    ...apiKeyOperations(keys),
    ...deviceOperations({ ...keys, consoleUrl: config.mail.consoleUrl, proxiesInFront: config.proxiesInFront }),
    ...tokenOperations({ ...shared, authenticate, verifyToken, ring, issuer, ttlSeconds }),
    ...keyOperations(ring),
    ...peopleOperations(people),
    ...passkeyOperations(people, config.mail.consoleUrl),
    ...companyOperations(people, {
      ...{ box, log, fetch: outgoing.fetch, isSandbox: config.isSandbox, consoleUrl: config.mail.consoleUrl },
    }),
    ...secondFactorOperations(secondFactor),
    ...portalLinkOperations({ ...shared, consoleUrl: config.mail.consoleUrl }),
    ...viewOperations(shared),
  };
};

if (require.main === module) runMain('identity', () => startIdentity(loadConfig(), {}, loadConfig));
