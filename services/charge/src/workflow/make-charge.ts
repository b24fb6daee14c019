import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { faultPoint } from '@repasse/chassis/faults/fault-point';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ExistingCharge } from '../domain/charge';
import { type PaymentGateway } from '../clients/payment-gateway';
import { type ChargeRunOptions, type ChargeStore } from '../store/charge-store';
import { type ChargeRequest } from './charge-request';
import { type CommandFor } from './new-charge';
import { type OfferAttempt, type OfferedCharge } from './offer-attempt';
import { quotePrice } from './quote-price';
import { isRefusal, type Refusal } from './refusal';
import { keyReused } from './request-attempt';

export interface MakeChargeDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly commandFor: CommandFor;
  readonly gateway: PaymentGateway;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The merchant, and their Idempotency-Key if they sent one. */
export interface ChargeOwner {
  readonly userId: number;
  readonly key: { readonly ulid: string; readonly isResumed: boolean } | undefined;
  readonly idempotency: ChargeRunOptions['idempotency'];
}

/**
 * The charge, its first attempt and the caller's keys are committed together before a provider is asked, so that
 * whatever happens next can be found and finished: by a repeat with the same key, or by the janitor.
 */
export type MakeCharge = (wanted: ChargeRequest, owner: ChargeOwner) => Promise<ExistingCharge | Refusal>;

/** The same, and the instructions of its first attempt are asked for, if it has one. */
export type MakeOfferedCharge = (wanted: ChargeRequest, owner: ChargeOwner) => Promise<OfferedCharge | Refusal>;

export const createMakeOfferedCharge =
  (deps: { readonly makeCharge: MakeCharge; readonly offerAttempt: OfferAttempt }): MakeOfferedCharge =>
  async (wanted, owner) => {
    const charge = await deps.makeCharge(wanted, owner);
    if (isRefusal(charge)) return charge;
    const [attempt] = charge.attempts;
    if (!attempt) return { answer: null, state: charge };
    return deps.offerAttempt(charge, attempt, wanted.inputs, { idempotency: owner.idempotency });
  };

export const createMakeCharge =
  (deps: MakeChargeDependencies): MakeCharge =>
  async (wanted, owner) =>
    (await resume(deps, owner)) ?? create(deps, wanted, owner);

/** The charge an earlier process made of this request before it was cut off. */
const resume = async (
  { charges }: MakeChargeDependencies,
  { key }: ChargeOwner,
): Promise<ExistingCharge | undefined> => {
  if (!key?.isResumed) return undefined;
  const state = await charges.load(`ch_${key.ulid}`);
  return state.status === 'absent' ? undefined : state;
};

const create = async (
  deps: MakeChargeDependencies,
  wanted: ChargeRequest,
  { userId, key, idempotency }: ChargeOwner,
): Promise<ExistingCharge | Refusal> => {
  const now = toIso(deps.clock.now());
  const { grossAmountMinor: amountMinor, checkoutCurrency: currency, attemptExpiresAt: expiresAt, inputs } = wanted;
  const fx = await quotePrice(deps.gateway, { amountMinor, currency, expiresAt });
  if (isRefusal(fx)) return fx;
  const command = await deps.commandFor(wanted, { userId, now, ulid: key?.ulid ?? deps.ids.ulid(), fx });
  if (isRefusal(command)) return command;

  const outcome = await deps.charges.create(command, inputs, { isNew: true, idempotency });
  if (isRejection(outcome)) return { refused: 'by_decision', rejection: outcome, charge: null, now };
  if (outcome === 'key_used') return keyReused(deps, userId, inputs.attemptKey);
  faultPoint('charge.after_commit');
  return outcome.state;
};
