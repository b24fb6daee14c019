import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { noStore } from '../api-keys/view';
import { type DeviceDependencies } from './dependencies';
import { deviceNotFound } from './refusals';
import { findByClientId } from './table';

/** GET /device-authorizations/{clientId}: asked again and again by the device, which alone knows the id. */
export const getDeviceAuthorization = ({ db, clock }: DeviceDependencies): Operation => ({
  handle: async ({ params }) => {
    const found = await findByClientId(db, params['clientId'] ?? '', toIso(clock.now()));
    if (found === undefined) return deviceNotFound();
    const { clientId, status, expiresAt } = found;
    return { status: 200, headers: noStore, body: { clientId, status, expiresAt } };
  },
});
