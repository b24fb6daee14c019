import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

export const destinationNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'destination.not_found', detail: 'There is no such destination.' });

export const foreignKey = (): ApiResponse =>
  problem({
    status: 409,
    code: 'destination.holder_differs',
    detail: 'The key is the document of somebody else. Money goes to what is the recipient’s own.',
    errors: [{ field: 'pixKey.key', message: 'must be the recipient’s own document' }],
  });

export const foreignHolder = (): ApiResponse =>
  problem({
    status: 409,
    code: 'destination.holder_differs',
    detail: 'Money goes to what is the recipient’s own: the payout terms of their merchant allow no other holder.',
    errors: [{ field: 'holder.document', message: 'must be the recipient’s own document' }],
  });

export const tooMany = (max: number): ApiResponse =>
  problem({
    status: 409,
    code: 'destination.too_many',
    detail: `A recipient has at most ${max} destinations. Remove one that is not used.`,
  });
