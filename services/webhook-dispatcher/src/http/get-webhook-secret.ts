import { type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { userSigner, type SigningSecrets } from '../store/signing-secrets';
import { ownerOf } from './caller';
import { secretView } from './views';

/** Shows the secret that signs the webhooks of this merchant's charges; the first call makes it. */
export const getWebhookSecret = (secrets: SigningSecrets, clock: Clock): Operation => ({
  handle: async (request) => ({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: secretView(await secrets.validFor(userSigner(ownerOf(request)), clock.now())),
  }),
});
