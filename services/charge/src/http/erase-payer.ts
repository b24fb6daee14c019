import { toIso, type Clock } from '@repasse/chassis/clock';
import type { ApiRequest, Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import type { Ids } from '@repasse/chassis/ids';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Tx } from '@repasse/chassis/postgres/database';
import { keptDaysOf } from '@repasse/contracts';
import type { operations } from '@repasse/contracts/generated/http/charge';
import { documentOf } from '@repasse/values/check-digits/documents';
import { comparableMailAddressOf } from '@repasse/values/texts/mail-address';
import type { ErasedPayments, PaymentGateway } from '../clients/payment-gateway';
import { erasePayers, findChargesOfPayer, type ErasedTable, type Erasure, type KnownBy } from '../store/erase-payers';
import { shownAt } from '../store/status-at';
import { userIdOf } from './caller';
import { payerHasOpenCharges, payersUnknown } from './problems';

type Query = NonNullable<operations['erasePayer']['parameters']['query']>;

export interface ErasePayerDependencies {
  readonly db: Tx;
  readonly gateway: PaymentGateway;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

/**
 * DELETE /payers/{payer}. The merchant is the controller of its payers' data, so it erases them, or ADMIN for it; the
 * same person as another merchant's payer is another matter. payment-gateway goes first: when it is away nothing is
 * erased here, and a repeat finds all of it.
 */
export const erasePayer = (deps: ErasePayerDependencies): Operation<unknown, Query> => ({
  check: ({ params }) =>
    knownBy(params['payer']) === undefined
      ? [{ field: 'payer', message: 'must be a CPF or a CNPJ whose check digits hold, or an e-mail.' }]
      : [],
  handle: async (request) => {
    const userId = controllerOf(request);
    const by = knownBy(request.params['payer']);
    if (!by) throw new Error('A payer passed the check and cannot be looked for.');
    const now = toIso(deps.clock.now());
    const charges = (await findChargesOfPayer(deps.db, userId, by)).map((charge) => shownAt(charge, now));
    const open = charges.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING');
    if (open.length > 0) throw payerHasOpenCharges(open.map(({ charge_id }) => charge_id));

    const chargeIds = charges.map(({ charge_id }) => charge_id);
    const elsewhere = await eraseElsewhere(deps, userId, by, chargeIds);
    const id = `era_${deps.ids.ulid()}`;
    const erasure = await erasePayers(deps.db, chargeIds, { id, userId, erasedAt: now, elsewhere });
    deps.log.info({ erasureId: id, userId, erased: erasure.erased }, 'payer erased');
    return { status: 200, body: { ...erasure, ...outcomeOf(erasure, by), forgottenLater: forgottenLater(deps.clock) } };
  },
});

const knownBy = (payer = ''): KnownBy | undefined => {
  const document = documentOf(payer);
  if (document !== undefined) return { kind: 'document', value: document };
  const email = comparableMailAddressOf(payer);
  return email === undefined ? undefined : { kind: 'email', value: email.toLowerCase() };
};

const words = { document: 'document', email: 'e-mail' } as const;

/** A receipt of nothing must not be taken for an erasure: the person may have paid under something else. */
const outcomeOf = ({ erased }: Erasure, { kind }: KnownBy) =>
  erased.every(({ rows }) => rows === 0)
    ? { outcome: 'NOBODY_FOUND', message: `Nobody found: no payer of yours is known by this ${words[kind]}.` }
    : { outcome: 'ERASED', message: `The data of the payer with this ${words[kind]} is erased.` };

const controllerOf = (request: ApiRequest<unknown, Query>): number => {
  const [own, named] = [userIdOf(request), request.query.user_id];
  if (named === undefined || named === own) return own;
  if (request.principal?.profile === 'ADMIN') return named;
  const detail = "Only ADMIN may erase another merchant's payer.";
  throw new ProblemError({ status: 403, code: 'auth.profile_missing', detail });
};

/** As many ids as one body of the other service holds. */
const chargesPerCall = 1_000;

const eraseElsewhere = async (
  { gateway }: ErasePayerDependencies,
  userId: number,
  by: KnownBy,
  chargeIds: readonly string[],
): Promise<readonly ErasedTable[]> => {
  const sum = { payers: 0, savedCards: 0, providerCalls: 0 };
  // At least one call: cards name their payers by the document alone.
  for (let at = 0; at === 0 || at < chargeIds.length; at += chargesPerCall) {
    const part = { userId, [by.kind]: by.value, chargeIds: chargeIds.slice(at, at + chargesPerCall) };
    const erased: ErasedPayments | 'unavailable' = await gateway.erasePayer(part);
    if (erased === 'unavailable') throw payersUnknown();
    sum.payers += erased.payers;
    sum.savedCards += erased.savedCards;
    sum.providerCalls += erased.providerCalls;
  }
  return [
    { service: 'payment-gateway', table: 'payers', rows: sum.payers },
    { service: 'payment-gateway', table: 'saved_cards', rows: sum.savedCards },
    { service: 'payment-gateway', table: 'provider_calls', rows: sum.providerCalls },
  ];
};

const dayMs = 24 * 3_600_000;

/** Kept answers and providers' reports cannot be found by a payer, and are forgotten by age. */
const forgottenLater = (clock: Clock) => {
  const forgotten = (service: string, table: string) => ({
    ...{ service, table },
    until: toIso(new Date(clock.now().getTime() + keptDaysOf(service, table) * dayMs)),
  });
  return [forgotten('charge', 'idempotency_keys'), forgotten('payment-gateway', 'callback_inbox')];
};
