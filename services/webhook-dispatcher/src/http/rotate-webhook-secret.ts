import { type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { userSigner, type SigningSecrets } from '../store/signing-secrets';
import { ownerOf } from './caller';
import { rotateSecret } from './rotate-secret';

/** POST /webhook-secret/rotate */
export const rotateWebhookSecret = (secrets: SigningSecrets, clock: Clock): Operation => ({
  handle: (request) => rotateSecret(secrets, userSigner(ownerOf(request)), clock.now()),
});
