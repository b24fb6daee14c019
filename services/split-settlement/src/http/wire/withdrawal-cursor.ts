import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type WithdrawalPosition } from '../../store/withdrawals';

/** Of the lists of withdrawals, newest first. */
export const withdrawalCursors = cursorList(
  momentCursor<WithdrawalPosition>({
    idForm: /^wd_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ createdAt, withdrawalId }) => [createdAt, withdrawalId],
    read: (createdAt, withdrawalId) => ({ createdAt, withdrawalId }),
  }),
);
