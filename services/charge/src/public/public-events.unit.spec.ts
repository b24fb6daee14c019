import { eventCatalogue, validateEvent } from '@repasse/contracts';
import * as cast from '../../test/support/facts';
import { type ChargeState } from '../domain/charge';
import { type ChargeCommand } from '../domain/charge.commands';
import { charge } from '../domain/charge.decide';
import { publicEventOf } from './public-events';

const ulid = '01KAJ2E8V4N7Q0S6T3W9X5Y1Z';
/** The contracts ask for whole ids; the tests' own are `ch_1`, `att_2`, … */
const named = (text: string): string => text.replaceAll(/"(ch|att|pay|re|dp)_(\d)"/g, `"$1_${ulid}$2"`);

/** The public form of each event that the commands lead to, by the state after it. */
const publishedBy = (...commands: readonly ChargeCommand[]) => {
  let state: ChargeState = charge.initialState;
  return cast.after(...commands).flatMap((event) => {
    state = charge.evolve(state, event);
    const form = publicEventOf(event, state);
    return form === null ? [] : [JSON.parse(named(JSON.stringify(form))) as typeof form];
  });
};

const { create, request, recordOffer, process, reopen, pay, rules, now } = cast;
const offered = [create, request(), recordOffer()];
const histories: readonly (readonly ChargeCommand[])[] = [
  [...offered, process(), reopen(), cast.fail(), cast.cancel],
  [...offered, cast.expire],
  [...offered, pay(1, { receivedAmountMinor: 10_500 }), cast.settleRefund(1, 're_1', 500, 'SURPLUS')],
  [...offered, pay(1, { receivedAmountMinor: 4_000, ...rules({ underpaid: 'hold' }) }), cast.resolve(1, 'ACCEPT')],
  [...offered, pay(), cast.settleRefund(1, 're_2', 4_000)],
  [{ ...create, data: { ...create.data, terms: { ...cast.chargeTerms, attemptsMax: 1 } } }, request(), cast.fail()],
];

describe('the public form of a charge’s events', () => {
  it.each(histories)('fits its contract', (...history) => {
    for (const { type, data } of publishedBy(...history)) expect([type, validateEvent(type, data)]).toEqual([type, []]);
  });

  it('covers every event the catalogue names as this service’s', () => {
    const listed = eventCatalogue.filter(({ service }) => service === 'charge').map(({ type }) => type);
    const published = histories.flatMap((history) => publishedBy(...history).map(({ type }) => type));

    expect([...new Set(published)].sort()).toEqual([...listed].sort());
  });

  it('says of an attempt and its charge what only the state knows', () => {
    const own = { chargeId: `ch_${ulid}1`, attemptId: `att_${ulid}1`, paymentId: `pay_${ulid}1`, userId: 1 };

    expect(publishedBy(...offered).at(-1)?.data).toMatchObject({
      ...{ ...own, paymentMethod: 'PIX', grossAmountMinor: 10_000, currency: 'BRL', offeredAt: now },
    });
  });

  it('says of a refund how much of the charge has gone back by then', () => {
    const history = [
      create,
      request(),
      pay(),
      cast.settleRefund(1, 're_1', 4_000),
      cast.settleRefund(1, 're_2', 6_000),
    ];

    expect(publishedBy(...history).slice(-2)).toMatchObject([
      { data: { amountMinor: 4_000, refundedTotalMinor: 4_000, grossAmountMinor: 10_000, isFull: false } },
      { data: { amountMinor: 6_000, refundedTotalMinor: 10_000, isFull: true, refundedAt: now } },
    ]);
  });

  it('says in how many parts a card pays, keeps its offer private, and names no parts for other methods', () => {
    const byCard = publishedBy(create, request(1, { ...cast.card, installments: 3 }), recordOffer(), pay());

    expect(byCard.map(({ type }) => type)).toEqual(['repasse.charge.created.v1', 'repasse.charge.paid.v1']);
    expect(byCard.at(-1)?.data).toMatchObject({ paymentMethod: 'CREDIT_CARD', installments: 3 });
    expect(publishedBy(...offered, pay()).at(-1)?.data).not.toHaveProperty('installments');
  });
});
