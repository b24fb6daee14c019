import { type Operations } from '@repasse/chassis/http/app';
import { deleteView } from './delete';
import { type ViewDependencies } from './dependencies';
import { listViews } from './list';
import { saveView } from './save';

export const viewOperations = (deps: ViewDependencies): Operations => ({
  listViews: listViews(deps),
  saveView: saveView(deps),
  deleteView: deleteView(deps),
});
