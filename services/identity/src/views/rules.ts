import { managesPeople } from '../people/members/rules';
import { type View } from './table';

/** More than a person finds again in a menu; so the list needs no pages. */
export const ownViewsMax = 50;

/** Of all people of a user together, since each of them reads these beside their own. */
export const sharedViewsMax = 200;

type Kept = Pick<View, 'personId' | 'isShared'>;

export const canSee = ({ personId, isShared }: Kept, callerId: string): boolean => isShared || personId === callerId;

/** Its maker, and of a shared one also an owner: nobody else could, once its maker is away. */
export const canDelete = ({ personId, isShared }: Kept, callerId: string, role: string | undefined): boolean =>
  personId === callerId || (isShared && role !== undefined && managesPeople(role));
