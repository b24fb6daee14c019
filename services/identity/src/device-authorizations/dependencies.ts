import { type ApiKeyDependencies } from '../api-keys/dependencies';

export type DeviceDependencies = ApiKeyDependencies & {
  /** Undefined where there is no console. */
  readonly consoleUrl: string | undefined;
  /** Of ours, in front of this service: who asks is named by the first of them. */
  readonly proxiesInFront: number;
};
