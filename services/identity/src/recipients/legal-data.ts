import { documentTypeOf, plainDocument } from '@repasse/values/check-digits/documents';
import { telephoneOf } from '@repasse/values/texts/telephone';
import { type Fault } from '@repasse/chassis/http/problem';
import { type LegalData, type RecipientKind, type Representative } from './recipient';

/** As a caller sends it; the description has checked the form of each field. */
export type LegalBody = Partial<LegalData>;

/** As they are kept: documents plain, telephones and postal codes without punctuation. */
export const normalised = (body: LegalBody): LegalBody => ({
  ...body,
  ...(body.document !== undefined && { document: plainDocument(body.document) }),
  ...(typeof body.telephone === 'string' && { telephone: telephoneOf(body.telephone) ?? body.telephone }),
  ...(body.representative && { representative: representativeOf(body.representative) }),
  ...(body.address && { address: { ...body.address, postalCode: body.address.postalCode.replaceAll(/\D/g, '') } }),
});

const representativeOf = (given: Representative): Representative => ({
  ...given,
  document: plainDocument(given.document),
});

/** The data of a recipient who has none yet. */
export const firstData = (body: LegalBody & Pick<LegalData, 'name' | 'document'>): LegalData => ({
  tradeName: null,
  telephone: null,
  address: null,
  birthDate: null,
  representative: null,
  activity: null,
  ...normalised(body),
  name: body.name.trim(),
  document: plainDocument(body.document),
});

/** A person has a CPF and a birth date, a company a CNPJ and a representative. */
export const faultsOfKind = (kind: RecipientKind, body: LegalBody, faulty: ReadonlySet<string>): readonly Fault[] => {
  const isPerson = kind === 'PERSON';
  const wanted = isPerson ? 'CPF' : 'CNPJ';
  const foreign = isPerson ? 'representative' : 'birthDate';
  const isForeignGiven = body[foreign] !== undefined && body[foreign] !== null;
  return [
    ...(faulty.has('document') || body.document === undefined || typeOf(body.document) === wanted
      ? []
      : [{ field: 'document', message: `must be a ${wanted} for a ${kind}` }]),
    ...(isForeignGiven ? [{ field: foreign, message: `is not for a ${kind}` }] : []),
    ...(body.representative && !isPerson && typeOf(body.representative.document) !== 'CPF'
      ? [{ field: 'representative.document', message: 'must be a CPF' }]
      : []),
  ];
};

const typeOf = (document: string) => documentTypeOf(plainDocument(document));

/** The fields without which nobody can verify who a recipient is. */
export const missingFor = (kind: RecipientKind, data: LegalData): readonly string[] => {
  const wanted = ['telephone', 'address', kind === 'PERSON' ? 'birthDate' : 'representative'] as const;
  return wanted.filter((field) => data[field] === null);
};

/** Whether a change touches what was verified. */
export const isOfIdentity = (before: LegalData, after: LegalData): boolean =>
  before.name !== after.name ||
  before.document !== after.document ||
  before.birthDate !== after.birthDate ||
  before.representative?.document !== after.representative?.document ||
  before.representative?.name !== after.representative?.name;

/** In lower case and without accents. */
export const foldedName = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
