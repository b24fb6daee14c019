import { canDelete } from './rules';
import { type NamedView } from './table';

/** As this person sees it, in their role at the user. */
export const viewOf = (view: NamedView, callerId: string, role: string | undefined) => {
  const { viewId, personId, screen, name, filters, isShared, personName, updatedAt } = view;
  const isOwn = personId === callerId;
  return {
    ...{ viewId, screen, name, filters, isShared, isOwn },
    ...{ canDelete: canDelete(view, callerId, role), personName, updatedAt },
  };
};
