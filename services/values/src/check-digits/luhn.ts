/** Whether digits end in the check digit of ISO 7812: from the right every second one counts double. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = (digits.charCodeAt(digits.length - 1 - at) - 48) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return digits !== '' && sum % 10 === 0;
};
