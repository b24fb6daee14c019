import { operationsOfPortal } from '@repasse/contracts/roles';
import { type SessionToken } from '../identity';
import { type ConsoleOperation } from './operations';

interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Parameters of a path and of a query by which an operation is about another user than the caller. */
const usersInPath = /^\{(?:recipientId|userId)\}$/;
const userInQuery = 'user_id';

/**
 * Whether a session may have an operation passed on: every one that a person asks for, and behind a portal link those of its
 * screens, about its own seller. The scopes alone say too little, since several screens share one.
 */
export const isIncluded = (
  { portal, userId }: Pick<SessionToken, 'portal' | 'userId'>,
  { operationId, template, isChange }: ConsoleOperation,
  { path, query }: Asked,
): boolean => {
  // An identity of before portal links, while an installation is upgraded, says nothing of them.
  if (!portal) return true;
  if (isChange || !operationsOfPortal(portal.screens).has(operationId)) return false;
  const asked = query[userInQuery];
  if (asked !== undefined && asked !== String(userId)) return false;
  const parts = path.split('/');
  return template.split('/').every((part, index) => !usersInPath.test(part) || parts[index] === String(userId));
};
