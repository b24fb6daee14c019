import { type DeviceAuthorization } from './table';

export const deviceView = ({
  userCode,
  deviceName,
  address,
  scopes,
  status,
  createdAt,
  expiresAt,
}: DeviceAuthorization) => ({
  ...{ userCode, deviceName, address, scopes, status, createdAt, expiresAt },
});
