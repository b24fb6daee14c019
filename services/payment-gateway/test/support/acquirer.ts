import { type IncomingMessage } from 'node:http';
import { type Clock } from '@repasse/chassis/clock';
import { type CardAcquirer, startCardAcquirer } from '@repasse/provider-sandbox/testing/card-acquirer';
import { noon } from './gateway';
import { type ProviderProxy, startInFrontOf } from './provider-proxy';

export type AcquirerOperation = 'sell' | 'capture' | 'void' | 'read' | 'find';

export interface AcquirerQuestion {
  readonly operation: AcquirerOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface Acquirer extends Omit<CardAcquirer, 'url' | 'stop'>, ProviderProxy<AcquirerQuestion> {
  /** From now on sales are authorised and no more, whatever is asked for. */
  authorizeOnly(): void;
  /** Changes what is answered to the next question about sales. */
  changeNext(operation: 'sell' | 'read', payment: object): void;
  /** The answer to the next void, which is then not done. */
  nextVoid(answer: Record<string, unknown>): void;
}

export const acquirerMerchant = {
  merchantId: '0e5a4b3c-1d2e-4f60-9a8b-7c6d5e4f3a2b',
  merchantKey: 'AKEYOFFORTYCHARACTERSFORTHETESTSONLYXXXX',
};

/** As the settings of the gateway name it. */
export const acquirerEnv = ({ url }: Pick<Acquirer, 'url'>) => ({
  CIELO_BASE_URL: `${url}/cielo`,
  CIELO_QUERY_URL: `${url}/cielo-query`,
  CIELO_MERCHANT_ID: acquirerMerchant.merchantId,
  CIELO_MERCHANT_KEY: acquirerMerchant.merchantKey,
});

/** The sandbox's acquirer, which can be told to misbehave. */
export const startAcquirer = async (clock: Clock = noon): Promise<Acquirer> => {
  const { url, stop, ...books } = await startCardAcquirer(acquirerMerchant, clock);
  let capture: { readonly Capture?: boolean } = {};
  const proxy = await startInFrontOf<AcquirerQuestion>(
    { url, stop },
    {
      questionOf,
      sentFor: ({ operation }, text) =>
        operation === 'sell' ? JSON.stringify(withPayment(capture)(JSON.parse(text) as Record<string, unknown>)) : text,
    },
  );
  return {
    ...books,
    ...proxy,
    authorizeOnly: () => {
      capture = { Capture: false };
    },
    changeNext: (operation, payment) => proxy.next(operation, { kind: 'changed', change: withPayment(payment) }),
    nextVoid: (body) => proxy.next('void', { kind: 'answer', status: 200, body, isDone: false }),
  };
};

/** A sale with other facts of its payment. */
export const withPayment =
  (payment: object) =>
  (sale: Record<string, unknown>): Record<string, unknown> => ({
    ...sale,
    Payment: { ...(sale['Payment'] as object), ...payment },
  });

const questionOf = ({ method = '', url = '', headers }: IncomingMessage, text: string): AcquirerQuestion => {
  const { pathname } = new URL(url, 'http://acquirer');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { operation: operationOf(method, pathname), url, headers: { ...headers }, body };
};

const operationOf = (method: string, pathname: string): AcquirerOperation => {
  if (method === 'POST') return 'sell';
  if (method === 'PUT') return pathname.endsWith('/capture') ? 'capture' : 'void';
  return pathname.endsWith('/sales') ? 'find' : 'read';
};
