import { type Operations } from '@repasse/chassis/http/app';
import { approveDeviceAuthorization } from './approve';
import { createDeviceAuthorization } from './create';
import { type DeviceDependencies } from './dependencies';
import { findDeviceAuthorization } from './find';
import { getDeviceAuthorization } from './get-status';
import { refuseDeviceAuthorization } from './refuse';

export const deviceOperations = (deps: DeviceDependencies): Operations => ({
  createDeviceAuthorization: createDeviceAuthorization(deps),
  getDeviceAuthorization: getDeviceAuthorization(deps),
  findDeviceAuthorization: findDeviceAuthorization(deps),
  approveDeviceAuthorization: approveDeviceAuthorization(deps),
  refuseDeviceAuthorization: refuseDeviceAuthorization(deps),
});
