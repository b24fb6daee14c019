import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { membersMax } from './rules';

export const memberNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'person.not_found', detail: 'Nobody with this id has a role here.' });

export const lastOwner = (): ApiResponse =>
  problem({ status: 409, code: 'membership.last_owner', detail: 'Make somebody else an owner first.' });

export const roleNotAllowed = (): ApiResponse =>
  problem({ status: 409, code: 'membership.role_not_allowed', detail: 'The role cannot be given or taken here.' });

export const tooManyMembers = (): ApiResponse =>
  problem({
    status: 409,
    code: 'membership.limit_reached',
    detail: `A user has at most ${String(membersMax)} people, invitations included.`,
  });

export const isMember = (): ApiResponse =>
  problem({ status: 409, code: 'membership.exists', detail: 'They have a role here: change that one.' });
