import { type OpenApiMethod } from '@repasse/contracts/openapi-document';
import { ask, type Answer } from './ask';

/** The simulated providers. Throws the problem that they answer with. */
export interface Sandbox {
  call(method: OpenApiMethod, path: string, body?: object): Promise<Answer>;
}

export const createSandbox = (url: string): Sandbox => ({
  call: (method, path, body) =>
    ask(`${url}${path}`, {
      method: method.toUpperCase(),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }),
});
