import { documentTypeOf, plainDocument } from '@repasse/values/check-digits/documents';
import { type Fault } from '@repasse/chassis/http/problem';
import { mailAddressOf } from '@repasse/values/texts/mail-address';
import { telephoneOf } from '@repasse/values/texts/telephone';
import { type BankAccount, type CoinAddress, type PixKey, type Target } from './destination';

/** As a caller sends it; the description has checked the form of each field. */
export interface TargetBody {
  readonly kind: Target['kind'];
  readonly pixKey?: PixKey | undefined;
  readonly bankAccount?: BankAccount | undefined;
  readonly coinAddress?: (Omit<CoinAddress, 'memo'> & { readonly memo?: string | null | undefined }) | undefined;
}

/** The directory of keys takes no longer one. */
const mailKeyCharactersMax = 77;

const fieldOf = { PIX_KEY: 'pixKey', BANK_ACCOUNT: 'bankAccount', COIN_ADDRESS: 'coinAddress' } as const;

/** Exactly the part that belongs to the kind must be there, and a key must be one of its type. */
export const faultsOfTarget = (body: TargetBody, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.has('kind')) return [];
  const wanted = fieldOf[body.kind];
  const foreign = Object.values(fieldOf).filter((field) => field !== wanted && body[field] !== undefined);
  const isKeyRead = [...faulty].some((field) => field.startsWith('pixKey'));
  return [
    ...(body[wanted] === undefined && !faulty.has(wanted)
      ? [{ field: wanted, message: `is needed for a ${body.kind}` }]
      : []),
    ...foreign.map((field) => ({ field, message: `is not for a ${body.kind}` })),
    ...(body.kind === 'PIX_KEY' && body.pixKey !== undefined && !isKeyRead && keyOf(body.pixKey) === undefined
      ? [{ field: 'pixKey.key', message: `must be a key of the type ${body.pixKey.type}` }]
      : []),
  ];
};

/** The target in the spelling in which money is sent. The faults were found before. */
export const targetOf = (body: TargetBody): Target => {
  const { kind, pixKey, bankAccount, coinAddress } = body;
  if (kind === 'PIX_KEY' && pixKey !== undefined)
    return { kind, pixKey: { type: pixKey.type, key: keyOf(pixKey) ?? pixKey.key } };
  if (kind === 'BANK_ACCOUNT' && bankAccount !== undefined) return { kind, bankAccount };
  if (kind === 'COIN_ADDRESS' && coinAddress !== undefined) {
    const { payCurrency, payAddress, memo = null } = coinAddress;
    return { kind, coinAddress: { payCurrency: payCurrency.toUpperCase(), payAddress, memo } };
  }
  throw new Error(`A destination of kind ${kind} came without its part.`);
};

/** As the directory has it; undefined for a text that is no key of the type. */
const keyOf = ({ type, key }: PixKey): string | undefined => {
  switch (type) {
    case 'CPF':
    case 'CNPJ': {
      const document = plainDocument(key);
      return documentTypeOf(document) === type ? document : undefined;
    }
    case 'EMAIL': {
      const address = mailAddressOf(key)?.toLowerCase();
      return address === undefined || address.length > mailKeyCharactersMax ? undefined : address;
    }
    case 'PHONE':
      return telephoneOf(key);
    case 'EVP':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) ? key.toLowerCase() : undefined;
    default:
      return undefined;
  }
};

/** A key that is a document belongs to its holder alone. */
export const isForeignKey = (target: Target, holderDocument: string): boolean =>
  target.kind === 'PIX_KEY' &&
  (target.pixKey.type === 'CPF' || target.pixKey.type === 'CNPJ') &&
  target.pixKey.key !== holderDocument;
