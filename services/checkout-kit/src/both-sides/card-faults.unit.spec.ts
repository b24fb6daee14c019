import { cardFaults, type TypedCard } from './card-faults';

const now = new Date(2026, 10, 21);
const sound: TypedCard = {
  number: '4024 0071 0000 0024',
  holderName: 'Ana Souza',
  expiry: '12/30',
  securityCode: '123',
  email: '',
};
const faultsOf = (over: Partial<TypedCard>): object => Object.fromEntries(cardFaults({ ...sound, ...over }, now));

describe('what is wrong with a card', () => {
  it('is nothing when it can be sent', () => {
    expect(faultsOf({})).toEqual({});
    expect(faultsOf({ email: 'ana@customer.example' })).toEqual({});
  });

  it.each<[Partial<TypedCard>, object]>([
    [{ number: '' }, { number: 'numberMissing' }],
    [{ number: '4024 0071 0000 0025' }, { number: 'numberInvalid' }],
    [{ holderName: ' ' }, { holderName: 'nameMissing' }],
    [{ expiry: '13/30' }, { expiry: 'expiryInvalid' }],
    [{ expiry: '12' }, { expiry: 'expiryInvalid' }],
    [{ expiry: '12/99' }, { expiry: 'expiryInvalid' }],
    [{ expiry: '10/26' }, { expiry: 'expiryPast' }],
    [{ securityCode: '12' }, { securityCode: 'securityCodeInvalid' }],
    [{ securityCode: '12a' }, { securityCode: 'securityCodeInvalid' }],
    [{ number: '378282246310005', securityCode: '123' }, { securityCode: 'securityCodeInvalid' }],
    [{ email: 'ana@customer' }, { email: 'emailInvalid' }],
  ])('%j is %j', (over, faults) => {
    expect(faultsOf(over)).toEqual(faults);
  });

  it('is no fault in the month a card ends', () => {
    expect(faultsOf({ expiry: '11/26' })).toEqual({});
  });

  it('is told in the order of the fields', () => {
    const faults = cardFaults({ number: '', holderName: '', expiry: '', securityCode: '', email: '' }, now);
    expect([...faults.keys()]).toEqual(['number', 'holderName', 'expiry', 'securityCode']);
  });
});
