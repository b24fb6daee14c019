import { useState, type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NamedSelect } from '../../ui/named-select.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { formTexts } from './form-texts.ts';
import { scheduleOf, type PutSchedule } from './schedule-of.ts';
import { useDestinations } from './use-destinations.ts';

interface Props {
  readonly schedule: components['schemas']['PayoutSchedule'];
  readonly onClose: () => void;
}

/** The whole schedule, since the API takes no part of one. */
export const ScheduleForm = ({ schedule, onClose }: Props) => {
  const api = useApi();
  const { words, fields, actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange<unknown, PutSchedule>({
    change: (body) => api('/payout-schedule', { method: 'PUT', query: { user_id: schedule.userId }, body }),
    stale: ['payout-schedule'],
    onDone: onClose,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => run(scheduleOf(formTexts(event)));
  return (
    <>
      <Dialog title={words.schedule} onClose={onClose}>
        <ProblemNotice fault={fault} />
        <form onSubmit={submit}>
          <Frequency schedule={schedule} />
          <AmountField name="keepAmount" label={fields.keepAmount} value={schedule.keepAmount} />
          <Destination schedule={schedule} />
          <Checkbox name="businessDaysOnly" label={fields.businessDaysOnly} isTicked={schedule.businessDaysOnly} />
          <div className="actions">
            <button type="submit" className="main" disabled={isPending}>
              {actions.save}
            </button>
            <button type="button" onClick={onClose}>
              {actions.close}
            </button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
};

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'THRESHOLD', 'MANUAL'];
const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** With what this frequency needs beside it, and nothing else. */
const Frequency = ({ schedule }: Pick<Props, 'schedule'>) => {
  const { fields, kinds } = useTexts();
  const [frequency, setFrequency] = useState<string>(schedule.frequency);
  return (
    <>
      <NamedSelect
        {...{ name: 'frequency', label: fields.frequency, values: frequencies, names: kinds }}
        {...{ chosen: frequency, onChoose: setFrequency }}
      />
      {frequency === 'WEEKLY' && (
        <NamedSelect
          {...{ name: 'weekday', label: fields.weekday, values: weekdays, names: kinds }}
          chosen={schedule.weekday ?? 'FRIDAY'}
        />
      )}
      {frequency === 'MONTHLY' && (
        <label>
          {fields.dayOfMonth}
          <input name="dayOfMonth" type="number" min={1} max={31} required defaultValue={schedule.dayOfMonth ?? 1} />
        </label>
      )}
      {frequency === 'THRESHOLD' && (
        <AmountField
          name="thresholdAmount"
          label={fields.thresholdAmount}
          value={schedule.thresholdAmount}
          isRequired
        />
      )}
    </>
  );
};

const Destination = ({ schedule: { userId, destinationId } }: Pick<Props, 'schedule'>) => {
  const { fields, words } = useTexts();
  const { data } = useDestinations(userId);
  if (data === undefined) return null;
  const names = { '': words.defaultDestination, ...Object.fromEntries(data.data.map(({ id, label }) => [id, label])) };
  return (
    <NamedSelect
      {...{ name: 'destinationId', label: fields.destination, values: Object.keys(names), names }}
      chosen={destinationId ?? ''}
    />
  );
};
