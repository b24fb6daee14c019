import { type components } from '@repasse/contracts/generated/http/identity';
import { useTexts } from '../texts/texts.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ChangedFields } from './audit/changed-fields.tsx';
import { ListScreen } from './list-screen.tsx';

type Entry = components['schemas']['AuditEntry'];

export const Screen = () => {
  const { screens, fields, words, audits } = useTexts();
  return (
    <ListScreen<Entry>
      title={screens.audit}
      name="audit"
      path="/audit"
      choice={{ name: 'outcome', label: fields.outcome, values: ['DONE', 'REFUSED', 'FAILED', 'STARTED'] }}
      keyOf={({ auditId }) => auditId}
      columns={[
        { title: fields.createdAt, cell: ({ happenedAt }) => <When at={happenedAt} /> },
        { title: fields.person, cell: ({ personName, clientId }) => personName ?? clientId ?? '–' },
        { title: fields.operation, cell: ({ operation }) => audits[operation] ?? operation },
        { title: fields.id, cell: ({ object }) => (object === null ? '–' : <code>{object}</code>) },
        { title: fields.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
        { title: words.changed, cell: ({ before, after }) => <ChangedFields before={before} after={after} /> },
        { title: fields.address, cell: ({ address }) => address ?? '–' },
      ]}
    />
  );
};
