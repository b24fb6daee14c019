import { documentTypeOf } from '@repasse/values/check-digits/documents';
import { type MerchantApi } from './api';

/** Completes a number to a document whose check digits hold. */
const documentFrom = (base: string): string => {
  const all = Array.from({ length: 100 }, (_, end) => `${base}${String(end).padStart(2, '0')}`);
  const found = all.find((document) => documentTypeOf(document) !== undefined);
  if (found === undefined) throw new Error(`No document begins with ${base}.`);
  return found;
};

export const cpfOf = (number: number): string => documentFrom(String(100_000_000 + number));
export const cnpjOf = (number: number): string => documentFrom(String(100_000_000_000 + number));

export interface Seller {
  readonly userId: number;
  readonly email: string;
  readonly document: string;
  readonly destinationId: string;
}

/** Where a seller wants to be paid, by their document. */
export type DestinationOf = (document: string, number: number) => object;

const pixKey = (type: string, key: string): object => ({ kind: 'PIX_KEY', pixKey: { type, key } });
const account = (number: string, accountType: string): object => ({
  kind: 'BANK_ACCOUNT',
  bankAccount: { ispb: '12345678', branch: '0001', account: number, accountType },
});

export const destinations = {
  document: (document) => pixKey(document.length === 11 ? 'CPF' : 'CNPJ', document),
  email: (_, number) => pixKey('EMAIL', `seller${String(number)}@pix.example`),
  telephone: (_, number) => pixKey('PHONE', `+55119${String(80_000_000 + number)}`),
  random: (_, number) => pixKey('EVP', `123e4567-e89b-42d3-a456-${String(number).padStart(12, '0')}`),
  checking: (_, number) => account(`${String(10_000 + number)}-1`, 'CHECKING'),
  savings: (_, number) => account(`${String(20_000 + number)}-2`, 'SAVINGS'),
  /** The simulated bank has no account whose number ends so. */
  missingAccount: () => account('12399-9', 'CHECKING'),
  coins: (_, number) => ({
    kind: 'COIN_ADDRESS',
    coinAddress: { payCurrency: 'usdtbsc', payAddress: `0x${String(number).padStart(40, '7')}` },
  }),
} satisfies Readonly<Record<string, DestinationOf>>;

const address = {
  ...{ street: 'Rua Augusta', number: '100', district: 'Consolação', city: 'São Paulo', state: 'SP' },
  postalCode: '01305-000',
};

/** Registers a seller, has them verified by staff, and says where they are paid. */
export const onboard = async (
  merchant: MerchantApi,
  staff: MerchantApi,
  number: number,
  destination: DestinationOf,
): Promise<Seller> => {
  const isPerson = number % 3 !== 0;
  const document = isPerson ? cpfOf(number) : cnpjOf(number);
  const representative = { name: 'Bia Lima', document: cpfOf(number + 1_000), birthDate: '1980-02-03' };
  const email = `seller${String(number)}-${String(merchant.stack.merchant.userId)}@loja.example`;
  const made = await merchant.post<{ readonly id: number }>('/recipients', {
    ...{ email, kind: isPerson ? 'PERSON' : 'COMPANY', name: `Loja ${String(number)}`, document, address },
    ...{ telephone: '+5511987654321', externalReference: `seller-${String(number)}` },
    ...(isPerson ? { birthDate: '1990-04-21' } : { representative }),
  });
  expect(made.status).toBe(201);
  const path = `/recipients/${String(made.body.id)}`;
  expect((await merchant.post(`${path}/verification`)).status).toBe(200);
  expect((await staff.post(`${path}/verification/decision`, { decision: 'VERIFIED' })).status).toBe(200);
  const added = await merchant.post<{ readonly id: string }>(`${path}/destinations`, destination(document, number));
  expect(added.status).toBe(201);
  return { userId: made.body.id, email, document, destinationId: added.body.id };
};
