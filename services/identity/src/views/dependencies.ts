import { type PeopleDependencies } from '../people/dependencies';

export type ViewDependencies = Pick<PeopleDependencies, 'db' | 'clock' | 'ids' | 'commit'>;
