import { type ApiResponse } from '@repasse/chassis/http/app';
import { provesFrom, type SecondFactor } from './rules';

/** Everything but the secret, which was shown when it was made. */
export const viewOf = ({ createdAt, confirmedAt }: SecondFactor, waitHours: number): ApiResponse => ({
  status: 200,
  body: {
    status: confirmedAt === null ? 'PENDING' : 'ACTIVE',
    createdAt,
    confirmedAt,
    provesFrom: confirmedAt === null ? null : provesFrom(confirmedAt, waitHours),
  },
});
