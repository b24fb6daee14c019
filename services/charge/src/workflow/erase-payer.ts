import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ErasedPayments, type PaymentGateway } from '../clients/payment-gateway';
import { erasePayers, findChargesOfPayer, type ErasedTable, type Erasure, type KnownBy } from '../store/erase-payers';
import { shownAt } from '../store/status-at';

export interface ErasePayerDependencies {
  readonly db: Tx;
  readonly gateway: PaymentGateway;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

/** Nothing is erased while charges of the payer are open; when payments are unavailable, a repeat erases the rest. */
export type PayerErasure =
  | { readonly outcome: 'erased'; readonly erasure: Erasure }
  | { readonly outcome: 'charges_open'; readonly chargeIds: readonly string[] }
  | { readonly outcome: 'payments_unavailable' };

/**
 * Erases a merchant's payer; the same person as another merchant's payer is another matter. payment-gateway goes first:
 * when it is away nothing is erased here, and a repeat finds all of it.
 */
export const eraseEverywhere = async (
  deps: ErasePayerDependencies,
  userId: number,
  by: KnownBy,
): Promise<PayerErasure> => {
  const now = toIso(deps.clock.now());
  const charges = (await findChargesOfPayer(deps.db, userId, by)).map((charge) => shownAt(charge, now));
  const open = charges.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING');
  if (open.length > 0) return { outcome: 'charges_open', chargeIds: open.map(({ charge_id }) => charge_id) };

  const chargeIds = charges.map(({ charge_id }) => charge_id);
  const elsewhere = await eraseElsewhere(deps, userId, by, chargeIds);
  if (elsewhere === undefined) return { outcome: 'payments_unavailable' };
  const id = `era_${deps.ids.ulid()}`;
  const erasure = await erasePayers(deps.db, chargeIds, { id, userId, erasedAt: now, elsewhere });
  deps.log.info({ erasureId: id, userId, erased: erasure.erased }, 'payer erased');
  return { outcome: 'erased', erasure };
};

/** As many ids as one body of the other service holds. */
const chargesPerCall = 1_000;

const eraseElsewhere = async (
  { gateway }: ErasePayerDependencies,
  userId: number,
  by: KnownBy,
  chargeIds: readonly string[],
): Promise<readonly ErasedTable[] | undefined> => {
  const sum = { payers: 0, savedCards: 0, providerCalls: 0 };
  // At least one call: cards name their payers by the document alone.
  for (let at = 0; at === 0 || at < chargeIds.length; at += chargesPerCall) {
    const part = { userId, [by.kind]: by.value, chargeIds: chargeIds.slice(at, at + chargesPerCall) };
    const erased: ErasedPayments | 'unavailable' = await gateway.erasePayer(part);
    if (erased === 'unavailable') return undefined;
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
