/** Every text of the app. Names of statuses and codes are looked up; one that is not listed is shown as it is. */
export interface Texts {
  readonly locale: 'pt-BR' | 'en';
  readonly skip: string;
  readonly signOut: string;
  readonly actingFor: string;
  readonly screens: Readonly<Record<ScreenName, string>>;
  readonly fields: Readonly<Record<FieldName, string>>;
  readonly actions: Readonly<Record<ActionName, string>>;
  readonly words: Readonly<Record<WordName, string>>;
  readonly statuses: Readonly<Record<string, string>>;
  readonly chargeFilters: Readonly<Record<ChargeFilterName, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly roleAbouts: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, string>>;
  readonly audits: Readonly<Record<string, string>>;
  readonly problems: {
    readonly byCode: Readonly<Record<string, string>>;
    readonly unknown: (detail: string) => string;
    readonly requestId: string;
  };
}

/** Filters of charges, and the words they choose from. */
export type ChargeFilterName =
  | 'paidFrom'
  | 'paidTo'
  | 'minAmount'
  | 'maxAmount'
  | 'payerDocument'
  | 'payerEmail'
  | 'recipientId'
  | 'hasRefund'
  | 'hasDispute'
  | 'hasHeldMoney'
  | 'orderBy'
  | 'order'
  | 'PIX'
  | 'CREDIT_CARD'
  | 'INTERNATIONAL'
  | 'CREATED_AT'
  | 'PAID_AT'
  | 'AMOUNT'
  | 'DESC'
  | 'ASC';

export type ScreenName =
  | 'home'
  | 'charges'
  | 'charge'
  | 'held'
  | 'disputes'
  | 'payouts'
  | 'receivables'
  | 'deliveries'
  | 'keys'
  | 'team'
  | 'security'
  | 'audit';

export type FieldName =
  | 'status'
  | 'amount'
  | 'paid'
  | 'net'
  | 'fee'
  | 'share'
  | 'user'
  | 'createdAt'
  | 'paidAt'
  | 'from'
  | 'to'
  | 'reference'
  | 'description'
  | 'id'
  | 'reason'
  | 'provider'
  | 'destination'
  | 'endToEndId'
  | 'day'
  | 'method'
  | 'count'
  | 'type'
  | 'url'
  | 'attempts'
  | 'name'
  | 'email'
  | 'role'
  | 'secondFactor'
  | 'lastUsed'
  | 'expires'
  | 'person'
  | 'operation'
  | 'outcome'
  | 'address'
  | 'code'
  | 'password'
  | 'newPassword'
  | 'payer'
  | 'scopes';

export type ActionName =
  | 'search'
  | 'clear'
  | 'csv'
  | 'more'
  | 'refund'
  | 'accept'
  | 'giveBack'
  | 'cancel'
  | 'confirm'
  | 'invite'
  | 'remove'
  | 'change'
  | 'end'
  | 'enrol'
  | 'close'
  | 'prove'
  | 'copy'
  | 'redeliver'
  | 'revoke'
  | 'makeKey'
  | 'renewCodes';

export type WordName =
  | 'available'
  | 'pending'
  | 'reserve'
  | 'debt'
  | 'withdrawing'
  | 'nextDays'
  | 'nothingComes'
  | 'attention'
  | 'nothingWaits'
  | 'heldWaits'
  | 'disputesOpen'
  | 'empty'
  | 'emptyCharges'
  | 'timeline'
  | 'split'
  | 'fees'
  | 'attempts'
  | 'refunds'
  | 'deliveries'
  | 'whoGives'
  | 'refundable'
  | 'done'
  | 'all'
  | 'yes'
  | 'no'
  | 'owner'
  | 'current'
  | 'saoPaulo'
  | 'stepUpTitle'
  | 'stepUpHelp'
  | 'stepUpEnrol'
  | 'invitations'
  | 'invitationLink'
  | 'sessions'
  | 'scanApp'
  | 'recoveryCodes'
  | 'recoveryHelp'
  | 'codesLeft'
  | 'secretOnce'
  | 'before'
  | 'after'
  | 'optional'
  | 'moreFilters';
