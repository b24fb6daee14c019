import { scheduleOf } from './schedule-of.ts';

describe('the schedule a form tells', () => {
  it('has what its frequency needs, with amounts as the API writes them', () => {
    expect(
      scheduleOf({ frequency: 'THRESHOLD', thresholdAmount: '1000,00', keepAmount: '5,50', businessDaysOnly: 'on' }),
    ).toEqual({ frequency: 'THRESHOLD', thresholdAmount: '1000.00', keepAmount: '5.50', businessDaysOnly: true });
  });

  it('leaves out what is empty, and pays on any day when the box is not ticked', () => {
    expect(scheduleOf({ frequency: 'MONTHLY', dayOfMonth: '31', keepAmount: '0.00', destinationId: '' })).toEqual({
      frequency: 'MONTHLY',
      dayOfMonth: 31,
      businessDaysOnly: false,
    });
  });
});
