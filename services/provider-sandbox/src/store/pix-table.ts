import { randomUUID } from 'node:crypto';
import { toPixObject, type PixReceived } from '../providers/pix/pix';
import { type Callback } from '../callbacks/callback';
import { type Documents } from './documents';
import { type Settlement } from './settle-pix';
import { type Store } from './store';

interface PixPayment extends Pick<Settlement, 'isForced'> {
  readonly pix: PixReceived & Settlement['pix'];
  /** When the callback comes due, should the process end before it is dispatched. */
  readonly callbackDueAt: string;
}

export interface PixTable extends Documents<PixReceived> {
  /** Pays a charge. Undefined when it is not payable. */
  settle(payment: PixPayment): Promise<{ readonly callbacks: readonly Callback[] } | undefined>;
}

export const createPixTable = (store: Store): PixTable => ({
  ...store.documents<PixReceived>('pix', (pix) => ({
    id: pix.endToEndId,
    createdAt: pix.receivedAt,
    dueAt: nextDueAtOf(pix),
    refs: refsOf(pix),
  })),
  settle: async ({ pix, isForced, callbackDueAt }) => {
    const callback: Omit<Callback, 'address'> = {
      id: randomUUID(),
      provider: 'pix',
      body: JSON.stringify({ pix: [toPixObject(pix)] }),
      attempts: 0,
      createdAt: pix.receivedAt,
      dueAt: callbackDueAt,
    };
    const settled = await store.settlePix({ pix, refs: refsOf(pix), isForced, callback });
    if (settled === undefined) return undefined;
    return { callbacks: settled.address === null ? [] : [{ ...callback, address: settled.address }] };
  },
});

const refsOf = ({ devolucoes }: PixReceived) => ({ hasDevolucao: (devolucoes ?? []).length > 0 });

/** The next of several refunds to end. */
const nextDueAtOf = ({ devolucoes }: PixReceived): string | null =>
  (devolucoes ?? []).flatMap(({ dueAt }) => dueAt ?? []).toSorted()[0] ?? null;
