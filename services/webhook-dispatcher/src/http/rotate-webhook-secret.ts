import { type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type SigningSecrets } from '../store/signing-secrets';
import { ownerOf, secretView } from './views';

/** Makes a new secret. The old one signs beside it for a day, so that a receiver can change over without missing one. */
export const rotateWebhookSecret = (secrets: SigningSecrets, clock: Clock): Operation => ({
  handle: async (request) => {
    const userId = ownerOf(request);
    const now = clock.now();
    const [current, previous] = await secrets.validFor(userId, now);
    if (!(await secrets.rotate(userId, now))) throw tooSoon(previous?.expiresAt ?? current.expiresAt);
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: secretView(await secrets.validFor(userId, now)),
    };
  },
});

const tooSoon = (until: string | null): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'webhook_secret.rotation_too_soon',
    detail: `The previous secret is still valid until ${until ?? 'the end of its overlap'}; rotate again after that.`,
  });
