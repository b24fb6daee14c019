import { eventCatalogue, parseEvent, catalogueEntry, type AnyEvent } from '@repasse/contracts';
import * as cast from '../../test/support/facts';
import { isPaidCharge, type ChargeState } from '../domain/charge';
import { type ChargeCommand } from '../domain/charge.commands';
import { charge } from '../domain/charge.decide';
import { type ChargeEvent } from '../domain/charge.events';
import { price } from '../domain/pricing';
import { publicEventOf } from './public-events';
import { domainEventsOf } from './restored-events';
import { type PriceBy } from './restored-terms';

const ulid = '01KAJ2E8V4N7Q0S6T3W9X5Y1Z';
/** The contracts ask for whole ids; the tests' own are `ch_1`, `att_2`, … */
const named = (text: string): string => text.replaceAll(/"(ch|att|pay|re|dp)_(\d)"/g, `"$1_${ulid}$2"`);

/** The events of a history, as the topic has them. */
const publishedBy = (history: readonly ChargeEvent[]): readonly AnyEvent[] => {
  let state: ChargeState = charge.initialState;
  let position = 0;
  return history.flatMap((event) => {
    state = charge.evolve(state, event);
    const form = publicEventOf(event, state);
    if (form === null) return [];
    position += 1;
    const { schema, service } = catalogueEntry(form.type);
    const { type, data } = JSON.parse(named(JSON.stringify(form))) as typeof form;
    const source = `repasse/${service}`;
    const subject = 'chargeId' in data ? String(data.chargeId) : '';
    return [
      parseEvent({
        id: `evt_${position}`,
        source,
        type,
        subject,
        time: event.at,
        dataSchema: schema.$id,
        position,
        data,
      }),
    ];
  });
};

const priceBy: PriceBy = ({ terms }) => {
  const [rule] = cast.pay().data.feeRules.platform;
  if (rule === undefined) throw new Error('There is a rule.');
  return price(terms.grossAmountMinor, terms.userId, rule, terms.split);
};

const restored = (events: readonly AnyEvent[]): readonly ChargeEvent[] => {
  let state: ChargeState = charge.initialState;
  return events.flatMap((event) => {
    const told = domainEventsOf(event, state, priceBy).events;
    state = told.reduce(charge.evolve, state);
    return told;
  });
};

const stateAfter = (history: readonly ChargeEvent[]) => history.reduce<ChargeState>(charge.evolve, charge.initialState);

const { create, request, recordOffer, process, reopen, pay, rules } = cast;
const offered = [create, request(), recordOffer()];
const byCard = request(1, { ...cast.card, installments: 3 });
const histories: Readonly<Record<string, readonly ChargeCommand[]>> = {
  'that fails at the payer and is canceled': [...offered, process(), reopen(), cast.fail(), cast.cancel],
  'that expires': [...offered, cast.expire],
  'that is overpaid': [
    ...offered,
    pay(1, { receivedAmountMinor: 10_500 }),
    cast.settleRefund(1, 're_1', 500, 'SURPLUS'),
  ],
  'that is underpaid and accepted': [
    ...offered,
    pay(1, { receivedAmountMinor: 4_000, ...rules({ underpaid: 'hold' }) }),
    cast.resolve(1, 'ACCEPT'),
  ],
  'that is paid in two parts': [
    ...offered,
    pay(1, { receivedAmountMinor: 4_000, ...rules({ underpaid: 'hold' }) }),
    request(2, { grossAmountMinor: 6_000 }),
    recordOffer(2),
    pay(2, { receivedAmountMinor: 6_000 }),
  ],
  'that is paid and refunded in parts': [
    ...offered,
    pay(),
    cast.settleRefund(1, 're_2', 4_000),
    cast.settleRefund(1, 're_3', 6_000),
  ],
  'whose payer pays twice, and whose refund of that fails': [
    ...offered,
    request(2),
    recordOffer(2),
    pay(1),
    pay(2),
    cast.failRefund('re_1'),
    cast.resolve(2, 'ACCEPT'),
  ],
  'that is paid by card after a decline': [create, byCard, recordOffer(), cast.fail(), request(2, cast.card), pay(2)],
  'whose card is processed for long': [create, byCard, process(), pay()],
  'whose only attempt fails': [
    { ...create, data: { ...create.data, terms: { ...cast.chargeTerms, attemptsMax: 1 } } },
    request(),
    cast.fail(),
  ],
  'that may be paid in one way, by a payer who is asked for data': [
    {
      ...create,
      data: {
        ...create.data,
        terms: { ...cast.chargeTerms, methods: ['PIX'], installmentsMax: 1, clientMode: 'requestCheckout' },
      },
    },
    ...offered.slice(1),
    pay(),
  ],
};

describe.each(Object.entries(histories))('a charge %s', (_, commands) => {
  const history = cast.after(...commands);
  const published = publishedBy(history);

  it('tells its events again word for word after a restore', () => {
    expect(publishedBy(restored(published)).map(({ type, data, time }) => ({ type, data, time }))).toEqual(
      published.map(({ type, data, time }) => ({ type, data, time })),
    );
  });

  it('stands where it stood', () => {
    const [before, after] = [stateAfter(history), stateAfter(restored(published))];
    if (before.status === 'absent' || after.status === 'absent') throw new Error('It was created.');
    const facts = ({ status, receipts, surpluses, bookings, refunds, ...state }: typeof before) => ({
      status,
      receipts: receipts.map(({ paymentId, providerReference }) => ({ paymentId, providerReference })),
      ...{ surpluses, bookings, refunds },
      attempts: state.attempts.map(({ terms, situation }) => [terms.attemptId, terms.paymentMethod, situation.status]),
      paid: isPaidCharge({ status, ...state, receipts, surpluses, bookings, refunds } as typeof before),
    });
    expect(JSON.stringify(facts(after))).toEqual(named(JSON.stringify(facts(before))));
  });

  it('takes a payment that is reported again for no news', () => {
    const after = stateAfter(restored(published));
    for (const command of commands.filter(({ type }) => type === 'RecordPayment')) {
      const again = JSON.parse(named(JSON.stringify(command))) as ChargeCommand;
      expect(charge.decide(again, after)).toEqual([]);
    }
  });
});

it('covers every event the catalogue names as this service’s', () => {
  const listed = eventCatalogue.filter(({ service }) => service === 'charge').map(({ type }) => type);
  const told = Object.values(histories).flatMap((commands) =>
    publishedBy(cast.after(...commands)).map(({ type }) => type),
  );
  expect([...new Set(told)].sort()).toEqual([...listed].sort());
});
