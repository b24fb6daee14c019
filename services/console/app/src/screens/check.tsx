import { useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { useTexts } from '../texts/texts.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { Day, When } from '../ui/when.tsx';
import { Differences } from './reconciliation/differences.tsx';
import { useOne } from './use-one.ts';

type Check = components['schemas']['StatementCheck'];

export const Screen = () => {
  const { checkId = '' } = useParams({ strict: false }) as { readonly checkId?: string };
  const { screens } = useTexts();
  const { data: check, error } = useOne<Check>('check', `/statement-checks/${encodeURIComponent(checkId)}`);
  return (
    <>
      <Heading text={screens.check} />
      <ProblemNotice fault={error} />
      {check === undefined ? (
        error === null && <p className="skeleton" aria-busy="true" />
      ) : (
        <>
          <About check={check} />
          <Differences check={check} />
        </>
      )}
    </>
  );
};

const About = ({ check }: { readonly check: Check }) => {
  const { fields } = useTexts();
  return (
    <Facts
      facts={[
        [fields.day, <Day key="d" day={check.date} />],
        [fields.provider, check.provider],
        [fields.status, <Status key="s" of={check.status} reason={check.failure} />],
        [fields.listed, check.listedCount],
        [fields.recorded, check.recordedCount],
        [fields.differences, check.differencesCount],
        [fields.openDifferences, check.openCount],
        [fields.checkedAt, <When key="c" at={check.checkedAt} />],
      ]}
    />
  );
};
