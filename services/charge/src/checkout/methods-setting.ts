import { list } from '@repasse/chassis/config/config';
import { type Setting } from '@repasse/chassis/config/settings';
import { checkoutMethods, type CheckoutMethod } from './both-sides/checkout-state';

/** The methods the page offers, in the order they are named in; all of them unless said otherwise. */
export const methodsSetting = (name: string): Setting<readonly CheckoutMethod[]> => ({
  name,
  words: {
    about: 'the methods that the page offers, in this order',
    shape: `a list of ${checkoutMethods.join(', ')}`,
    isRequired: false,
    default: checkoutMethods.join(', '),
  },
  read: (raw) => {
    const reading = list(name, { default: checkoutMethods }).read(raw);
    if ('fault' in reading) return reading;
    const known = reading.value.filter(isMethod);
    return known.length === reading.value.length
      ? { value: Object.freeze(known) }
      : { fault: `must be a list of ${checkoutMethods.join(', ')}.` };
  },
});

const isMethod = (text: string): text is CheckoutMethod => checkoutMethods.some((method) => method === text);
