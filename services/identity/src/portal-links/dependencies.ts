import { type PeopleDependencies } from '../people/dependencies';

export type PortalLinkDependencies = Pick<PeopleDependencies, 'db' | 'clock' | 'ids' | 'commit'> & {
  /** Undefined where there is no console. */
  readonly consoleUrl: string | undefined;
};
