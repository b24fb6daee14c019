import { type LegalData, type RecipientKind } from '../recipients/recipient';
import { type RecipientDocument } from '../recipients/documents/table';

export const verificationResults = ['VERIFIED', 'REFUSED', 'NEEDS_REVIEW'] as const;
export type VerificationResult = (typeof verificationResults)[number];

/** Who is to be verified, with all that is known of them. */
export interface WantedVerification {
  readonly verificationId: string;
  readonly kind: RecipientKind;
  readonly data: LegalData;
  readonly documents: readonly Pick<RecipientDocument, 'kind' | 'sha256' | 'location'>[];
}

/** What a provider says. NEEDS_REVIEW leaves it to a person. */
export type VerificationAnswer =
  | { readonly outcome: 'decided'; readonly result: VerificationResult; readonly reasons: readonly string[] }
  | { readonly outcome: 'pending' }
  /** It was never asked, as far as it knows. */
  | { readonly outcome: 'unknown' }
  /** Nothing is known: it is asked again. */
  | { readonly outcome: 'unavailable'; readonly detail: string };

/** A provider that verifies who recipients are. Both calls may be repeated: a verification has an id of ours. */
export interface VerificationProvider {
  readonly request: (wanted: WantedVerification) => Promise<VerificationAnswer>;
  readonly read: (verificationId: string) => Promise<VerificationAnswer>;
  readonly stop: () => void;
}
