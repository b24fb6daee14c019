import { type Operations } from '@repasse/chassis/http/app';
import { createRecipient } from './create';
import { type VerificationDependencies } from './dependencies';
import { addDocument } from './documents/add';
import { listDocuments } from './documents/list';
import { eraseRecipient } from './erasure/erase';
import { getRecipient } from './get';
import { importRecipients } from './import/import';
import { listRecipients } from './list';
import { listVerificationSteps } from './list-steps';
import { updateRecipient } from './update';
import { decideVerification, submitRecipient } from './verify';

export const recipientOperations = (deps: VerificationDependencies): Operations => ({
  createRecipient: createRecipient(deps),
  importRecipients: importRecipients(deps),
  listRecipients: listRecipients(deps),
  getRecipient: getRecipient(deps),
  updateRecipient: updateRecipient(deps),
  submitRecipient: submitRecipient(deps),
  listVerificationSteps: listVerificationSteps(deps),
  decideVerification: decideVerification(deps),
  addRecipientDocument: addDocument(deps),
  listRecipientDocuments: listDocuments(deps),
  eraseRecipient: eraseRecipient(deps),
});
