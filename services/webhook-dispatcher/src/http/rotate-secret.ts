import { type ApiResponse } from '@repasse/chassis/http/response';
import { type SigningSecrets } from '../store/signing-secrets';
import { rotationTooSoon } from './problems';
import { secretView } from './views';

/** Makes a new secret. The old one signs beside it for a day, so that a receiver can change over without missing one. */
export const rotateSecret = async (secrets: SigningSecrets, signer: string, now: Date): Promise<ApiResponse> => {
  const [current, previous] = await secrets.validFor(signer, now);
  if (!(await secrets.rotate(signer, now))) throw rotationTooSoon(previous?.expiresAt ?? current.expiresAt);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: secretView(await secrets.validFor(signer, now)),
  };
};
