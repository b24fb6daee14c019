import { type Operations } from '@repasse/chassis/http/app';
import { type ApiKeyDependencies } from './dependencies';
import { getAttentionOfKeys } from './get-attention';
import { issueApiKey, issueOwnApiKey } from './issue';
import { listApiKeys, listOwnApiKeys } from './list';
import { renameOwnApiKey } from './rename';
import { revokeApiKey, revokeOwnApiKey } from './revoke';
import { rotateOwnApiKey } from './rotate';

export const apiKeyOperations = (deps: ApiKeyDependencies): Operations => ({
  issueApiKey: issueApiKey(deps),
  listApiKeys: listApiKeys(deps),
  revokeApiKey: revokeApiKey(deps),
  issueOwnApiKey: issueOwnApiKey(deps),
  listOwnApiKeys: listOwnApiKeys(deps),
  getAttentionOfKeys: getAttentionOfKeys(deps),
  renameOwnApiKey: renameOwnApiKey(deps),
  revokeOwnApiKey: revokeOwnApiKey(deps),
  rotateOwnApiKey: rotateOwnApiKey(deps),
});
