/** Who is paid by a rail that needs more than an address, as identity knew it when the payout was first sent. */
export interface Receiver {
  readonly pixKey: { readonly type: string; readonly key: string } | null;
  readonly bankAccount: BankAccount | null;
  readonly holder: {
    readonly name: string;
    /** CPF or CNPJ, without punctuation. */
    readonly document: string;
  };
}

export interface BankAccount {
  /** The bank, by its eight digits in the payment system. */
  readonly ispb: string;
  readonly branch: string;
  readonly account: string;
  readonly accountType: 'CHECKING' | 'SAVINGS' | 'PAYMENT';
}
