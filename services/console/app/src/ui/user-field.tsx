import { useIsStaff, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Field } from './field.tsx';

/** Whose data is meant: for staff alone to say, unless they look at a merchant already. */
export const UserField = ({ value }: { readonly value?: string | number | undefined }) => {
  const { fields } = useTexts();
  const { merchantId } = useSession();
  const isAsked = useIsStaff() && merchantId === null;
  return isAsked ? <Field name="user_id" label={fields.user} type="number" value={value} /> : null;
};
