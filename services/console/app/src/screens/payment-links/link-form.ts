import { type components } from '@repasse/contracts/generated/http/charge';
import { addDays, dayAt, endOfDay, type Day } from '@repasse/values/brasilia-time';
import { type Texts } from '../../ui/form.ts';
import { typedAmount } from '../../ui/typed-amount.ts';

type NewLink = components['schemas']['CreatePaymentLink'];
type LinkLimits = Pick<components['schemas']['UpdatePaymentLink'], 'usesMax' | 'validUntil'>;
type Share = NonNullable<NewLink['split']>[number];
type Method = NonNullable<NewLink['allowedMethods']>[number];

export const methods = ['PIX', 'CREDIT_CARD', 'INTERNATIONAL'] as const satisfies readonly Method[];

/** The link that the form describes. What is left empty is left out, and the API says what is wrong with the rest. */
export const linkOf = (form: Texts): NewLink => ({
  ...{ title: form['title'] ?? '', currency: 'BRL', ...priceOf(form) },
  ...listed(
    'allowedMethods',
    methods.filter((method) => form[`method-${method}`] !== undefined),
  ),
  ...listed('split', sharesOf(form)),
  ...given('usesMax', form['usesMax'], Number),
  ...given('validUntil', form['until'], endOfDay),
  ...given('redirectUrl', form['redirectUrl'], String),
});

const priceOf = ({ price, amount = '', minAmount = '', maxAmount = '' }: Texts): Partial<NewLink> =>
  price === 'OPEN'
    ? { minAmount: typedAmount(minAmount), maxAmount: typedAmount(maxAmount) }
    : { amount: typedAmount(amount) };

/** Rows without an address say nothing. */
const sharesOf = (form: Texts): readonly Share[] =>
  Object.keys(form).flatMap((name): readonly Share[] => {
    const [, at] = /^recipientEmail-(\d+)$/.exec(name) ?? [];
    const recipientEmail = form[name] ?? '';
    if (at === undefined || recipientEmail === '') return [];
    const value = typedAmount(form[`value-${at}`] ?? '');
    return form[`kind-${at}`] === 'FIXED'
      ? [{ recipientEmail, kind: 'FIXED', amount: value }]
      : [{ recipientEmail, kind: 'PERCENT', percent: Number(value) }];
  });

const listed = <Value>(name: string, values: readonly Value[]) => (values.length === 0 ? {} : { [name]: values });

const given = <Value>(name: string, text: string | undefined, read: (text: string) => Value) =>
  text === undefined || text === '' ? {} : { [name]: read(text) };

/** Of a link that exists, where empty takes a limit away. */
export const limitsOf = ({ usesMax = '', until = '' }: Texts): LinkLimits => ({
  usesMax: usesMax === '' ? null : Number(usesMax),
  validUntil: until === '' ? null : endOfDay(until),
});

/** The last whole day of an end; one in the middle of a day counts as that day's. */
export const lastDayOf = (validUntil: string | null): Day | undefined => {
  if (validUntil === null) return undefined;
  const day = dayAt(validUntil);
  return endOfDay(addDays(day, -1)) === new Date(validUntil).toISOString() ? addDays(day, -1) : day;
};
