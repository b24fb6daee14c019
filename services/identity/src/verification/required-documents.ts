import { ConfigError } from '@repasse/chassis/config/config';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type RecipientKind } from '../recipients/recipient';

export type DocumentKind = components['schemas']['RecipientDocumentKind'];

/** What has to be there before somebody is verified, by the kind of recipient. */
export type RequiredDocuments = Readonly<Record<RecipientKind, readonly DocumentKind[]>>;

const kinds = ['PERSON', 'COMPANY'] as const satisfies readonly RecipientKind[];
const documentKinds: readonly string[] = [
  ...(['IDENTITY_FRONT', 'IDENTITY_BACK', 'SELFIE', 'ARTICLES_OF_ASSOCIATION'] as const),
  ...(['PROOF_OF_ADDRESS', 'OTHER'] as const),
] satisfies readonly DocumentKind[];

const isDocumentKind = (text: string): text is DocumentKind => documentKinds.includes(text);

/** Reads items such as PERSON:IDENTITY_FRONT. */
export const requiredDocumentsOf = (items: readonly string[] = []): RequiredDocuments => {
  const required: Record<RecipientKind, DocumentKind[]> = { PERSON: [], COMPANY: [] };
  for (const item of items) {
    const [of, document = ''] = item.split(':');
    const kind = kinds.find((each) => each === of);
    if (kind === undefined || !isDocumentKind(document))
      throw new ConfigError([`VERIFICATION_REQUIRED_DOCUMENTS: ${item} is no kind of recipient and document.`]);
    required[kind].push(document);
  }
  return required;
};
