import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { faultsOfCode } from '../second-factor/code-header';
import { withoutEvents } from '../store/commit';
import { type User } from '../users/table';
import { type ApiKeyDependencies } from './dependencies';
import { provenOwner } from './proven-owner';
import { keyEnded, keyNotFound, keyOfEnvironment } from './refusals';
import { whyNotUsable } from './rules';
import { newSecret } from '../new-secret';
import { hashOfSecret } from './secret';
import { findApiKey, rotateSecret } from './table';
import { noStore } from './view';

interface RotateBody {
  readonly overlapHours?: number;
}

/** Time to bring the new secret to every place that has the old one: a day. */
const overlapHoursDefault = 24;
const hourMs = 3_600_000;

/**
 * POST /api-keys/{clientId}/rotation: another secret of the same key. The one before counts for `overlapHours` more, and
 * one from an earlier rotation no longer, so at most two count at a time.
 */
export const rotateOwnApiKey = (deps: ApiKeyDependencies): Operation<RotateBody | undefined> => ({
  check: faultsOfCode,
  handle: (request) =>
    deps.commit.answering(
      request,
      withoutEvents(async (tx) => {
        const proven = await provenOwner(deps, tx, request);
        if ('refusal' in proven) return proven.refusal;
        const overlapHours = request.body?.overlapHours ?? overlapHoursDefault;
        return rotate(deps, tx, proven.owner, request.params['clientId'] ?? '', overlapHours);
      }),
    ),
});

const rotate = async (
  { clock, bootstrapClientId }: ApiKeyDependencies,
  tx: Tx,
  owner: User,
  clientId: string,
  overlapHours: number,
): Promise<ApiResponse> => {
  const now = clock.now();
  const key = await findApiKey(tx, clientId);
  if (key?.userId !== owner.id) return keyNotFound();
  if (whyNotUsable(key, toIso(now)) !== undefined) return keyEnded();
  if (clientId === bootstrapClientId) return keyOfEnvironment();
  const clientSecret = newSecret();
  const previousSecretUntil = toIso(new Date(now.getTime() + overlapHours * hourMs));
  await rotateSecret(tx, clientId, hashOfSecret(clientId, clientSecret), previousSecretUntil);
  return { status: 200, headers: noStore, body: { clientId, clientSecret, previousSecretUntil } };
};
