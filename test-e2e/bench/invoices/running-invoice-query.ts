import { startLoneService } from '../system/lone-service';

export interface RunningInvoiceQuery {
  /** GET with the token; throws unless the answer is 200. */
  readonly get: (path: string, token: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const startInvoiceQuery = async (
  postgresUrl: string,
  issuer: { readonly issuer: string; readonly jwksUrl: string },
): Promise<RunningInvoiceQuery> => {
  const env = { JWKS_URL: issuer.jwksUrl, TOKEN_ISSUER: issuer.issuer };
  const service = await startLoneService('invoice-query', { postgresUrl, busUrl: `${postgresUrl}_bus`, env });
  return {
    get: async (path, token) => {
      const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body}`);
    },
    stop: () => service.stop(),
  };
};
