import { type Clock } from '@repasse/chassis/clock';
import { type PaymentFacts } from '../../services/payment-gateway/src/payments/domain/payment';
import { txidOf } from '../../services/payment-gateway/src/providers/pix/requests';
import { sandboxPixClient } from '../providers/sandbox';
import { type Relay } from './relay';
import { type Step } from './report';

const dayMs = 86_400_000;

/** Requests that the adapter never makes, but the simulator answers. */
export const asking = (relay: Relay, clock: Clock) => {
  const ask = async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await fetch(`${relay.url}/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${await newToken(relay.url)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  };
  const step = (what: string, comesTo: string, ...question: Parameters<typeof ask>): Step => ({
    what,
    run: () => ask(...question),
    comesTo,
  });
  const period = (isBackwards = false): string => {
    const now = clock.now();
    const [yesterday, today] = [new Date(now.getTime() - dayMs).toISOString(), now.toISOString()];
    return isBackwards ? `inicio=${today}&fim=${yesterday}` : `inicio=${yesterday}&fim=${today}`;
  };
  const bodyOf = (key: string) => ({ calendario: { expiracao: 900 }, valor: { original: '37.00' }, chave: key });

  return {
    webhooks: (key: string): Step[] => [
      step('reading where to call back', '200', 'GET', `/webhook/${key}`),
      step('listing where to call back', '200', 'GET', '/webhook'),
      step('reading where nobody asked for', '404', 'GET', '/webhook/nobody@example.com'),
    ],
    charges: (facts: PaymentFacts, key: string): Step[] => [
      step('revising a charge in part', '200', 'PATCH', `/cob/${txidOf(facts)}`, { valor: { original: '90.00' } }),
      step('reading an earlier revision', '200', 'GET', `/cob/${txidOf(facts)}?revisao=0`),
      step('putting a charge a second time', '201', 'PUT', `/cob/${txidOf(facts)}`, bodyOf(key)),
      step('putting it without a change', '201', 'PUT', `/cob/${txidOf(facts)}`, bodyOf(key)),
    ],
    paid: (facts: PaymentFacts, key: string): Step[] => [
      step('changing what is paid', '400', 'PUT', `/cob/${txidOf(facts)}`, bodyOf(key)),
      step('reading a revision there never was', '400', 'GET', `/cob/${txidOf(facts)}?revisao=7`),
    ],
    pix: (endToEndId: string): Promise<string> => ask('GET', `/pix/${endToEndId}`),
    lists: (): Step[] => [
      { what: 'listing charges', run: () => ask('GET', `/cob?${period()}`), comesTo: '200' },
      {
        what: 'listing a page of charges',
        run: () => ask('GET', `/cob?${period()}&paginacao.paginaAtual=1&paginacao.itensPorPagina=1`),
        comesTo: '200',
      },
      { what: 'listing charges backwards', run: () => ask('GET', `/cob?${period(true)}`), comesTo: '400' },
      { what: 'listing payments backwards', run: () => ask('GET', `/pix?${period(true)}`), comesTo: '400' },
      { what: 'listing payments', run: () => ask('GET', `/pix?${period()}&devolucaoPresente=true`), comesTo: '200' },
    ],
    farewell: (key: string): Step[] => [
      step('calling back no more', '204', 'DELETE', `/webhook/${key}`),
      step('calling back no more, again', '404', 'DELETE', `/webhook/${key}`),
    ],
  };
};

export type Asking = ReturnType<typeof asking>;

const newToken = async (url: string): Promise<string> => {
  const { clientId, clientSecret } = sandboxPixClient;
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return String(((await answer.json()) as Record<string, unknown>)['access_token']);
};
