import { useState } from 'react';
import { type components as People } from '@repasse/contracts/generated/http/identity';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { When } from '../../ui/when.tsx';
import { useOne } from '../use-one.ts';
import { ScheduleForm } from './schedule-form.tsx';

type PayoutSchedule = components['schemas']['PayoutSchedule'];

/** When what the seller has is paid out. */
export const Schedule = ({ seller }: { readonly seller: People['schemas']['Recipient'] }) => {
  const { words, actions } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay('withdrawals:write') && seller.isManaged;
  const { data, error } = useOne<PayoutSchedule>('payout-schedule', '/payout-schedule', { user_id: seller.id });
  return (
    <section>
      <h2>{words.schedule}</h2>
      <ProblemNotice fault={error} />
      {data !== undefined && <FactsOfSchedule schedule={data} />}
      {mayChange && data !== undefined && (
        <p className="actions">
          <button type="button" onClick={() => setOpen(true)}>
            {actions.change}
          </button>
        </p>
      )}
      {isOpen && data !== undefined && <ScheduleForm schedule={data} onClose={() => setOpen(false)} />}
    </section>
  );
};

const FactsOfSchedule = ({ schedule }: { readonly schedule: PayoutSchedule }) => {
  const { fields, kinds, words } = useTexts();
  const { frequency, weekday, dayOfMonth, thresholdAmount } = schedule;
  return (
    <Facts
      facts={[
        [fields.frequency, kinds[frequency] ?? frequency],
        ...(weekday === null ? [] : [[fields.weekday, kinds[weekday] ?? weekday] as const]),
        ...(dayOfMonth === null ? [] : [[fields.dayOfMonth, dayOfMonth] as const]),
        ...(thresholdAmount === null
          ? []
          : [[fields.thresholdAmount, <Money key="t" amount={thresholdAmount} />] as const]),
        [fields.keepAmount, <Money key="k" amount={schedule.keepAmount} />],
        [fields.businessDaysOnly, schedule.businessDaysOnly ? words.yes : words.no],
        [fields.nextRun, <When key="n" at={schedule.nextRunAt} />],
      ]}
    />
  );
};
