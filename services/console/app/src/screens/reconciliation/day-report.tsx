import { useState } from 'react';
import { addDays, dayAt, type Day } from '@repasse/values/brasilia-time';
import { useTexts } from '../../texts/texts.tsx';
import { textsOf } from '../../ui/form.ts';
import { Json } from '../../ui/json.tsx';
import { Section } from '../settings/section.tsx';
import { useOne } from '../use-one.ts';

/** The platform's books of a day, as its digest was made of them. */
export const DayReport = () => {
  const { actions, fields, words } = useTexts();
  const [day, setDay] = useState<Day>();
  return (
    <>
      <h2>{words.dayReport}</h2>
      <form className="filters" onSubmit={(event) => setDay(textsOf(event)['day'])}>
        <label>
          {fields.day}
          <input type="date" name="day" required defaultValue={addDays(dayAt(new Date()), -1)} />
        </label>
        <button type="submit" className="main">
          {actions.show}
        </button>
      </form>
      {day !== undefined && <Report day={day} />}
    </>
  );
};

const Report = ({ day }: { readonly day: Day }) => (
  <Section<object> title={day} of={useOne('day-report', `/reports/days/${day}`, { books: 'PLATFORM' })}>
    {(report) => <Json value={report} label={day} />}
  </Section>
);
