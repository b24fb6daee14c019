import { type Operations } from '@repasse/chassis/http/app';
import { confirm } from './confirm';
import { type SecondFactorDependencies } from './dependencies';
import { enrol } from './enrol';
import { getOwn } from './get';
import { removeOfUser, removeOwn } from './remove';

export const secondFactorOperations = (deps: SecondFactorDependencies): Operations => ({
  enrolSecondFactor: enrol(deps),
  confirmSecondFactor: confirm(deps),
  getSecondFactor: getOwn(deps),
  removeSecondFactor: removeOwn(deps),
  removeUserSecondFactor: removeOfUser(deps),
});
