import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { withoutEvents } from '../store/commit';
import { type DeviceDependencies } from './dependencies';
import { alreadyDecided, deviceNotFound } from './refusals';
import { decideDeviceAuthorization, findByUserCode } from './table';

/** DELETE /device-authorizations/by-code/{userCode}: the device is told, and nothing is made. Repeating it is no fault. */
export const refuseDeviceAuthorization = (deps: DeviceDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { userId } = callerOf(request);
        const code = request.params['userCode'] ?? '';
        const asked = await findByUserCode(tx, code, toIso(deps.clock.now()), 'for update');
        if (asked === undefined || (asked.userId !== null && asked.userId !== userId)) return deviceNotFound();
        if (asked.status === 'APPROVED') return alreadyDecided();
        if (asked.status === 'WAITING') await decideDeviceAuthorization(tx, asked.clientId, 'REFUSED', userId);
        return { status: 204 };
      }),
    ),
});
