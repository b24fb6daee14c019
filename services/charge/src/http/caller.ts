import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type ApiRequest } from '@repasse/chassis/http/app';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';
import { type ChargeOwner } from '../workflow/make-charge';
import { type Answers } from './charge-answers';

interface Called {
  readonly principal: Principal | undefined;
}

export const userIdOf = (request: Called): number => callerOf(request).userId;

/** The merchant of a new charge, with the Idempotency-Key under which its answer is kept. */
export const ownerOf = (request: ApiRequest, { keep }: Pick<Answers, 'keep'>): ChargeOwner => ({
  userId: userIdOf(request),
  key: request.idempotency,
  idempotency: keep,
});

/** Whose charges the caller may read by their ids: staff those of every merchant, which is null. Nobody writes so. */
export const readerOf = (request: Called): number | null => {
  const caller = callerOf(request);
  return isStaff(caller) ? null : caller.userId;
};

/** Of whom a list across charges is: the caller, or for staff the user they name, or everybody, which is null. */
export const readerOfList = (request: Called, named: number | undefined): number | null =>
  named === undefined && isStaff(callerOf(request)) ? null : readableUserIdOf(request, named);

/** Whose charges are listed: the caller's, or for staff those of the user they name. */
export const readableUserIdOf = (request: Called, named: number | undefined): number =>
  userAskedFor(callerOf(request), named);
