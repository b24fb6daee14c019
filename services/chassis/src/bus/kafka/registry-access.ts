import { Agent } from 'node:https';
import { type RegistryAccess } from '../../config/registry-settings';
import { tlsTexts, withTls } from '../../net/tls-files';

export const registryCredentials = ({ username, password }: Partial<RegistryAccess> = {}):
  | { username: string; password: string }
  | undefined => (username === undefined || password === undefined ? undefined : { username, password });

/** Knows the authority of the given file, which is read at once: a wrong path stops the start. Undefined without one. */
export const registryAgent = ({ tlsCaFile }: Partial<RegistryAccess> = {}): Agent | undefined =>
  tlsCaFile === undefined ? undefined : withTls(new Agent({ keepAlive: true }), tlsTexts({ caFile: tlsCaFile }));
