import { type Operations } from '@repasse/chassis/http/app';
import { addDestination } from './add';
import { chooseDestination, removeRecipientDestination } from './change';
import { confirmDestination } from './confirm';
import { type DestinationDependencies } from './dependencies';
import { findInternalDestination } from './find-internal';
import { getRecipientDestination } from './get';
import { listRecipientDestinations } from './list';

export const destinationOperations = (deps: DestinationDependencies): Operations => ({
  addDestination: addDestination(deps),
  getDestination: getRecipientDestination(deps),
  listDestinations: listRecipientDestinations(deps),
  confirmDestination: confirmDestination(deps),
  chooseDestination: chooseDestination(deps),
  removeDestination: removeRecipientDestination(deps),
  findInternalDestination: findInternalDestination(deps),
});
