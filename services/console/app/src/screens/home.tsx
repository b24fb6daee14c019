import { useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Attention } from './home/attention.tsx';
import { Coming } from './home/coming.tsx';
import { FirstSteps } from './home/first-steps.tsx';
import { Month } from './home/month.tsx';
import { Today } from './home/today.tsx';
import { useOverview } from './home/use-overview.ts';

/** A day's work in its order: what needs a decision, what came in, what is there and comes. */
export const Screen = () => {
  const { screens } = useTexts();
  const [mayCharges, mayMoney] = [useMay('charges:read'), useMay('balance:read')];
  return (
    <>
      <Heading text={screens.home} />
      <Attention />
      {mayCharges && <Charges />}
      {mayMoney && <Coming />}
    </>
  );
};

const Charges = () => {
  const { data: overview, error } = useOverview();
  if (overview === undefined) {
    return error === null ? <p className="skeleton" aria-busy="true" /> : <ProblemNotice fault={error} />;
  }
  return (
    <>
      {overview.days.length === 0 && <FirstSteps />}
      <Today overview={overview} />
      <Month overview={overview} />
    </>
  );
};
