import { type PaymentMethod } from '@repasse/contracts';

/** The facts of a method that messages need. */
interface MethodRow {
  /** Nothing is offered to its payer, so no AttemptOffered tells of its invoice. */
  readonly settlesAtOnce: boolean;
  readonly hasInstallments: boolean;
  /** The reference of its receipts is the end-to-end id, which both banks show. */
  readonly hasEndToEndId: boolean;
}

export const methodRows: Readonly<Record<PaymentMethod, MethodRow>> = {
  PIX: { settlesAtOnce: false, hasInstallments: false, hasEndToEndId: true },
  INTERNATIONAL: { settlesAtOnce: false, hasInstallments: false, hasEndToEndId: false },
  CREDIT_CARD: { settlesAtOnce: true, hasInstallments: true, hasEndToEndId: false },
  CRYPTO: { settlesAtOnce: false, hasInstallments: false, hasEndToEndId: false },
};
