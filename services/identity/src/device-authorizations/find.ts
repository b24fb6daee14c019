import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type DeviceDependencies } from './dependencies';
import { deviceNotFound } from './refusals';
import { findByUserCode } from './table';
import { deviceView } from './view';

/** GET /device-authorizations/by-code/{userCode}: for the person who decides. Another account's decision is nobody else's to see. */
export const findDeviceAuthorization = ({ db, clock }: DeviceDependencies): Operation => ({
  handle: async (request) => {
    const found = await findByUserCode(db, request.params['userCode'] ?? '', toIso(clock.now()));
    if (found === undefined || (found.userId !== null && found.userId !== callerOf(request).userId))
      return deviceNotFound();
    return { status: 200, body: deviceView(found) };
  },
});
