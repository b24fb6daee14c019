import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { issueKey } from '../api-keys/issue';
import { provenOwner } from '../api-keys/proven-owner';
import { faultsOfCode } from '../second-factor/code-header';
import { refused, type Outcome } from '../store/commit';
import { type User } from '../users/table';
import { type DeviceDependencies } from './dependencies';
import { alreadyDecided, deviceNotFound } from './refusals';
import { keyExpiryOf } from './rules';
import { decideDeviceAuthorization, findByUserCode } from './table';
import { deviceView } from './view';

type Body = components['schemas']['ApproveDeviceAuthorization'] | undefined;

/** POST /device-authorizations/by-code/{userCode}/approval: the key of the device is made, for the account of the caller. */
export const approveDeviceAuthorization = (deps: DeviceDependencies): Operation<Body> => ({
  check: faultsOfCode,
  handle: (request) =>
    deps.commit.answering(request, async (tx) => {
      const proven = await provenOwner(deps, tx, request);
      return 'refusal' in proven ? refused(proven.refusal) : approve(deps, tx, request, proven.owner);
    }),
});

const approve = async (
  deps: DeviceDependencies,
  tx: Tx,
  { body, params }: ApiRequest<Body>,
  owner: User,
): Promise<Outcome<ApiResponse>> => {
  const now = deps.clock.now();
  const asked = await findByUserCode(tx, params['userCode'] ?? '', toIso(now), 'for update');
  if (asked === undefined) return refused(deviceNotFound());
  if (asked.status !== 'WAITING') return refused(asked.userId === owner.id ? alreadyDecided() : deviceNotFound());
  const scopes = body?.scopes ?? asked.scopes ?? undefined;
  const wanted = {
    ...{ name: asked.deviceName, expiresAt: body?.expiresAt ?? keyExpiryOf(now) },
    ...(scopes !== undefined && { scopes }),
  };
  const { result, events } = await issueKey(deps, tx, owner, wanted, asked);
  if ('refusal' in result) return refused(result.refusal);
  await decideDeviceAuthorization(tx, asked.clientId, 'APPROVED', owner.id);
  const approved = { ...asked, status: 'APPROVED' as const, scopes: result.key.scopes };
  return { result: { status: 200, body: deviceView(approved) }, events };
};
