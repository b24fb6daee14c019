import { useIsStaff } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Field } from './field.tsx';

/** Whose data is meant: for staff alone to say. */
export const UserField = ({ value }: { readonly value?: string | number | undefined }) => {
  const { fields } = useTexts();
  return useIsStaff() ? <Field name="user_id" label={fields.user} type="number" value={value} /> : null;
};
