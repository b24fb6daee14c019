import { plainDocument } from '@repasse/values/check-digits/documents';
import { type Fault } from '@repasse/chassis/http/problem';
import { type Holder } from './destination';
import { targetOf, type TargetBody } from './read-target';

export interface HolderBody extends TargetBody {
  readonly holder?: Holder | undefined;
}

/** A holder is named of what a bank compares with a document: an account, and a key that is the document itself. */
export const faultsOfHolder = (body: HolderBody, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (body.holder === undefined || faulty.size > 0) return [];
  const target = targetOf(body);
  if (target.kind === 'BANK_ACCOUNT') return [];
  if (target.kind !== 'PIX_KEY' || !isDocument(target.pixKey.type)) return [{ field: 'holder', message: notCompared }];
  const isKey = plainDocument(body.holder.document) === target.pixKey.key;
  return isKey ? [] : [{ field: 'holder.document', message: 'must be the key' }];
};

const notCompared = 'is for a bank account, or a key that is a CPF or CNPJ';

const isDocument = (type: string): boolean => type === 'CPF' || type === 'CNPJ';

/** Null where the holder is the recipient, named or not. */
export const otherHolderOf = ({ holder }: HolderBody, ownDocument: string): Holder | null => {
  if (holder === undefined) return null;
  const document = plainDocument(holder.document);
  return document === ownDocument ? null : { name: holder.name.trim(), document };
};
