import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { callerAddress } from '@repasse/chassis/limits/caller-address';
import { type components } from '@repasse/contracts/generated/http/identity';
import { hashOfSecret } from '../api-keys/secret';
import { noStore } from '../api-keys/view';
import { newSecret } from '../new-secret';
import { type DeviceDependencies } from './dependencies';
import { noConsole } from './refusals';
import { expiryOf, intervalSeconds, newUserCode } from './rules';
import { insertDeviceAuthorization, type DeviceAuthorization } from './table';

type Body = components['schemas']['CreateDeviceAuthorization'];

/**
 * POST /device-authorizations: by anybody. The secret goes to the device now and is kept nowhere, so that approving it makes
 * the key, and no later answer that may be lost has to bring it.
 */
export const createDeviceAuthorization = (deps: DeviceDependencies): Operation<Body> => ({
  handle: async (request) => {
    const { consoleUrl, db } = deps;
    if (consoleUrl === undefined) return noConsole();
    const clientSecret = newSecret();
    const asked = askedBy(deps, request, clientSecret);
    await insertDeviceAuthorization(db, asked);
    const { clientId, userCode, expiresAt } = asked;
    const approvalUrl = `${consoleUrl.replace(/\/$/, '')}/device?code=${userCode}`;
    const body = { clientId, clientSecret, userCode, approvalUrl, expiresAt, intervalSeconds };
    return { status: 201, headers: noStore, body };
  },
});

const askedBy = (
  { clock, ids, proxiesInFront }: DeviceDependencies,
  { body, headers, remoteAddress }: ApiRequest<Body>,
  clientSecret: string,
): DeviceAuthorization => {
  const now = clock.now();
  const clientId = `key_${ids.ulid()}`;
  const address = callerAddress({ forwardedFor: headers['x-forwarded-for'], remoteAddress }, proxiesInFront);
  return {
    ...{ clientId, userCode: newUserCode(), secretHash: hashOfSecret(clientId, clientSecret) },
    ...{ deviceName: body.deviceName, scopes: body.scopes ?? null, address, status: 'WAITING', userId: null },
    ...{ createdAt: toIso(now), expiresAt: expiryOf(now) },
  };
};
