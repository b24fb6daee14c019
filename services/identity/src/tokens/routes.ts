import { type Operations } from '@repasse/chassis/http/app';
import { issueToken, type TokenDependencies } from './issue-token';
import { validateApiKey, type ValidationDependencies } from './validate-api-key';

export const tokenOperations = (deps: TokenDependencies & ValidationDependencies): Operations => ({
  issueToken: issueToken(deps),
  validateApiKey: validateApiKey(deps),
});
