import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { ownViewsMax, sharedViewsMax } from './rules';

export const tooManyOwn = (): ApiResponse =>
  problem({
    status: 409,
    code: 'view.limit_reached',
    detail: `A person has at most ${String(ownViewsMax)} saved views at a user.`,
  });

export const tooManyShared = (): ApiResponse =>
  problem({
    status: 409,
    code: 'view.limit_reached',
    detail: `The people of a user share at most ${String(sharedViewsMax)} saved views.`,
  });

export const notYours = (): ApiResponse =>
  problem({
    status: 403,
    code: 'view.not_yours',
    detail: 'Another person made the view. They, or an owner, can delete it.',
  });
