import { type IncomingMessage } from 'node:http';
import { type ServerOptions } from 'node:https';
import { type PixBank, startPixBank } from '@repasse/provider-sandbox/testing/pix-bank';
import { type ProviderProxy, startInFrontOf, type Treatment } from './provider-proxy';

export type BankOperation =
  | 'token'
  | 'put_cob'
  | 'get_cob'
  | 'patch_cob'
  | 'put_webhook'
  | 'put_devolucao'
  | 'get_devolucao'
  | 'list_pix'
  | 'send_pix'
  | 'get_sent'
  | 'get_balance';

interface Question {
  readonly operation: BankOperation;
  /** The txid or the key in the path; of a refund `<endToEndId>/<id>`, of a list its query. */
  readonly key: string;
}

type Json = Record<string, unknown>;

export interface Bank extends Omit<PixBank, 'url' | 'stop'>, ProviderProxy<Question> {
  /** How often anything was asked about one charge. */
  questionsAbout(txid: string): number;
  /** Changes what the bank says of charges; undefined ends it. */
  tamper(change: ((cob: Json) => Json) | undefined): void;
  /** Changes what the bank lists. */
  tamperList(change: ((pix: Json) => readonly Json[]) | undefined): void;
  /** No page of a list has more than this, whatever is asked for. */
  pageBy(items: number): void;
}

export const bankAccount = {
  clientId: 'gateway',
  clientSecret: 'a-secret-for-the-bank',
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
};

const pageItems = 'paginacao.itensPorPagina';

/** The sandbox's bank, which can be told to misbehave; with `tls` it insists on what that says. */
export const startBank = async (tls?: ServerOptions): Promise<Bank> => {
  const { url, stop, ...books } = await startPixBank(bankAccount);
  let pageItemsMax = 1_000;
  const proxy = await startInFrontOf<Question>(
    { url, stop },
    {
      questionOf,
      targetOf: (path) => {
        const target = new URL(`${url}${path}`);
        const asked = Number(target.searchParams.get(pageItems));
        if (asked > pageItemsMax) target.searchParams.set(pageItems, String(pageItemsMax));
        return target;
      },
      tls,
    },
  );
  const change = (operations: readonly BankOperation[], treatment: Treatment | undefined): void =>
    operations.forEach((operation) => proxy.always(operation, treatment));
  return {
    ...books,
    ...proxy,
    questionsAbout: (txid) => proxy.questions.filter(({ key }) => key === txid).length,
    tamper: (cob) => change(['put_cob', 'get_cob', 'patch_cob'], cob && { kind: 'changed', change: cob }),
    tamperList: (pix) =>
      change(
        ['list_pix'],
        pix && { kind: 'changed', change: (list) => ({ ...list, pix: (list['pix'] as Json[]).flatMap(pix) }) },
      ),
    pageBy: (items) => {
      pageItemsMax = items;
    },
  };
};

const cobOperations: Readonly<Record<string, BankOperation>> = { PUT: 'put_cob', PATCH: 'patch_cob' };

const questionOf = ({ method, url = '' }: IncomingMessage): Question => {
  const { pathname, search } = new URL(url, 'http://bank');
  const key = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  if (pathname.startsWith('/v3/gn/pix/')) return { operation: 'send_pix', key };
  if (pathname.startsWith('/v2/gn/pix/enviados')) return { operation: 'get_sent', key };
  if (pathname === '/v2/gn/saldo') return { operation: 'get_balance', key };
  if (pathname === '/v2/pix') return { operation: 'list_pix', key: search };
  if (pathname === '/oauth/token') return { operation: 'token', key };
  if (pathname.startsWith('/v2/webhook/')) return { operation: 'put_webhook', key };
  const [, , endToEndId = '', kind, id = ''] = pathname.slice(1).split('/').map(decodeURIComponent);
  if (kind === 'devolucao') {
    return { operation: method === 'PUT' ? 'put_devolucao' : 'get_devolucao', key: `${endToEndId}/${id}` };
  }
  return { operation: cobOperations[method ?? ''] ?? 'get_cob', key };
};
