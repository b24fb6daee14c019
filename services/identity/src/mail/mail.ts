/** What a mail tells. Those with a link hold its secret. */
export type MailContent =
  | { readonly kind: 'INVITATION'; readonly userName: string; readonly role: string; readonly secret: string }
  | { readonly kind: 'PASSWORD_RESET'; readonly secret: string }
  | { readonly kind: 'PASSWORD_CHANGED' }
  | { readonly kind: 'SECOND_FACTOR_REMOVED' }
  | { readonly kind: 'PASSKEY_ADDED'; readonly name: string }
  | { readonly kind: 'PASSKEY_REMOVED' }
  | { readonly kind: 'COMPANY_LINKED'; readonly name: string }
  | { readonly kind: 'COMPANY_UNLINKED' };

/**
 * As it waits. Who asked for a password is looked up when the mail is made: the request does the same whether anybody
 * has the address or not, and the secret is never kept.
 */
export type QueuedContent =
  | Exclude<MailContent, { readonly kind: 'PASSWORD_RESET' }>
  | { readonly kind: 'PASSWORD_RESET' };

export type MailKind = MailContent['kind'];

export const mailKinds: readonly MailKind[] = [
  'INVITATION',
  'PASSWORD_RESET',
  'PASSWORD_CHANGED',
  'SECOND_FACTOR_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'COMPANY_LINKED',
  'COMPANY_UNLINKED',
];

interface Addressed {
  readonly to: string;
  /** Undefined where the language is not known: then it is said in both. */
  readonly locale?: 'pt-BR' | 'en' | undefined;
}

export type Mail = MailContent & Addressed;

export type QueuedMail = QueuedContent & Addressed;

/** As it is sent: text alone, in which no mail program hides where a link leads. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
