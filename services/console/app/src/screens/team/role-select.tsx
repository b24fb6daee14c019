import { useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';

const ofMerchants = ['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER', 'READ_ONLY', 'SELLER'];
const ofStaff = ['STAFF_ADMIN', 'STAFF_OPERATOR'];

interface Props {
  readonly label: string;
  readonly value?: string;
  readonly onChange?: (role: string) => void;
}

/** Roles of staff are for an administrator to give. */
export const RoleSelect = ({ label, value, onChange }: Props) => {
  const { roles, roleAbouts } = useTexts();
  const { role } = useSession();
  const offered = role === 'STAFF_ADMIN' ? [...ofMerchants, ...ofStaff] : ofMerchants;
  return (
    <select
      name="role"
      aria-label={label}
      {...(onChange === undefined
        ? { defaultValue: 'SUPPORT' }
        : { value, onChange: ({ target }) => onChange(target.value) })}
    >
      {offered.map((each) => (
        <option key={each} value={each} title={roleAbouts[each]}>
          {roles[each]}
        </option>
      ))}
    </select>
  );
};
