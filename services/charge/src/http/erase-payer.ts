import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { keptDaysOf } from '@repasse/contracts';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { documentOf } from '@repasse/values/check-digits/documents';
import { comparableMailAddressOf } from '@repasse/values/texts/mail-address';
import { type Erasure, type KnownBy } from '../store/erase-payers';
import { eraseEverywhere, type ErasePayerDependencies } from '../workflow/erase-payer';
import { userIdOf } from './caller';
import { payerHasOpenCharges, unavailable } from './problems';

type Query = NonNullable<operations['erasePayer']['parameters']['query']>;

/** DELETE /payers/{payer}. The merchant is the controller of its payers' data, so it erases them, or ADMIN for it. */
export const erasePayer = (deps: ErasePayerDependencies): Operation<unknown, Query> => ({
  check: ({ params }) =>
    knownBy(params['payer']) === undefined
      ? [{ field: 'payer', message: 'must be a CPF or a CNPJ whose check digits hold, or an e-mail.' }]
      : [],
  handle: async (request) => {
    const userId = controllerOf(request);
    const by = knownBy(request.params['payer']);
    if (!by) throw new Error('A payer passed the check and cannot be looked for.');
    const result = await eraseEverywhere(deps, userId, by);
    if (result.outcome === 'charges_open') throw payerHasOpenCharges(result.chargeIds);
    if (result.outcome === 'payments_unavailable') throw unavailable(paymentsUnavailable);
    const { erasure } = result;
    return { status: 200, body: { ...erasure, ...outcomeOf(erasure, by), forgottenLater: forgottenLater(deps.clock) } };
  },
});

const paymentsUnavailable =
  'The payments of the payer cannot be reached just now. Repeat the request: what is left is erased then.';

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

const dayMs = 24 * 3_600_000;

/** Kept answers and providers' reports cannot be found by a payer, and are forgotten by age. */
const forgottenLater = (clock: Clock) => {
  const forgotten = (service: string, table: string) => ({
    ...{ service, table },
    until: toIso(new Date(clock.now().getTime() + keptDaysOf(service, table) * dayMs)),
  });
  return [forgotten('charge', 'idempotency_keys'), forgotten('payment-gateway', 'callback_inbox')];
};
