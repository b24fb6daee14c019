import { type DestinationKind, type Rail } from './rails';

export interface PixKey {
  readonly type: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  /** As the directory of keys has it. */
  readonly key: string;
}

export interface BankAccount {
  /** Eight digits that name the bank. */
  readonly ispb: string;
  readonly branch: string;
  /** With its check digit behind a dash. */
  readonly account: string;
  readonly accountType: 'CHECKING' | 'SAVINGS' | 'PAYMENT';
}

export interface CoinAddress {
  /** In capitals. */
  readonly payCurrency: string;
  readonly payAddress: string;
  readonly memo: string | null;
}

/** Somebody else than the recipient, whose account or key it is. */
export interface Holder {
  readonly name: string;
  /** CPF or CNPJ, without punctuation. */
  readonly document: string;
}

/** Where money goes: exactly one of three. */
export type Target =
  | { readonly kind: 'PIX_KEY'; readonly pixKey: PixKey }
  | { readonly kind: 'BANK_ACCOUNT'; readonly bankAccount: BankAccount }
  | { readonly kind: 'COIN_ADDRESS'; readonly coinAddress: CoinAddress };

export interface Destination {
  readonly destinationId: string;
  readonly userId: number;
  readonly kind: DestinationKind;
  readonly rail: Rail;
  readonly label: string;
  readonly isDefault: boolean;
  readonly usableAt: string;
  readonly confirmedAt: string | null;
  readonly removedAt: string | null;
  readonly createdAt: string;
}

/** With what is personal. */
export interface WholeDestination extends Destination {
  readonly target: Target;
  /** Null: the recipient. */
  readonly holder: Holder | null;
}

/** The part of each kind: that of its own kind, and null for the others. */
export const partsOf = (target: Target) => ({
  pixKey: target.kind === 'PIX_KEY' ? target.pixKey : null,
  bankAccount: target.kind === 'BANK_ACCOUNT' ? target.bankAccount : null,
  coinAddress: target.kind === 'COIN_ADDRESS' ? target.coinAddress : null,
});
