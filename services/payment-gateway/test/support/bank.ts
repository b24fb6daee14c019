import { type IncomingMessage } from 'node:http';
import { type ServerOptions } from 'node:https';
import { type Books, createBooks, type Operation } from './bank-books';
import { type ProviderStandIn, startProviderStandIn } from './provider-stand-in';

export { type Treatment as Behaviour } from './provider-stand-in';

interface Question {
  readonly operation: Operation;
  /** The txid or the key in the path; of a refund `<endToEndId>/<id>`, of a list its query. */
  readonly key: string;
  readonly authorization: string;
}

export interface Bank extends Omit<Books, 'answer'>, ProviderStandIn<Question> {
  /** How often anything was asked about one charge. */
  questionsAbout(txid: string): number;
}

/** A bank that can be told to misbehave; with `tls` it insists on what that says. */
export const startBank = async (tls?: ServerOptions): Promise<Bank> => {
  const books = createBooks();
  const standIn = await startProviderStandIn<Question>({
    route: (request, text) => {
      const question = { ...routeOf(request), authorization: request.headers.authorization ?? '' };
      const { operation, key, authorization } = question;
      return { question, act: () => books.answer(operation, key, authorization, text) };
    },
    contentTypeOf: (status) => (status >= 400 ? 'application/problem+json' : 'application/json'),
    tls,
  });
  return {
    ...books,
    ...standIn,
    questionsAbout: (txid) => standIn.questions.filter(({ key }) => key === txid).length,
  };
};

const cobOperations: Readonly<Record<string, Operation>> = { PUT: 'put_cob', PATCH: 'patch_cob' };

const routeOf = ({ method, url = '' }: IncomingMessage): { operation: Operation; key: string } => {
  const { pathname, search } = new URL(url, 'http://bank');
  const key = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  if (pathname === '/v2/pix') return { operation: 'list_pix', key: search };
  if (pathname === '/oauth/token') return { operation: 'token', key };
  if (pathname.startsWith('/v2/webhook/')) return { operation: 'put_webhook', key };
  const [, , endToEndId = '', kind, id = ''] = pathname.slice(1).split('/').map(decodeURIComponent);
  if (kind === 'devolucao') {
    return { operation: method === 'PUT' ? 'put_devolucao' : 'get_devolucao', key: `${endToEndId}/${id}` };
  }
  return { operation: cobOperations[method ?? ''] ?? 'get_cob', key };
};
