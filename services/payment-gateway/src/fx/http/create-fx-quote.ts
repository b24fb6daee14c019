import { type Operation } from '@repasse/chassis/http/app';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { assertNever } from '@repasse/chassis/decider';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { quotingOutcomes, type Quoter } from '../rates/quote';
import { amountOutOfRange, currencyNotSupported, rateUnavailable } from './fx-problems';
import { type FxQuotes } from '../store/fx-quotes';

type Body = components['schemas']['RequestFxQuote'];

interface CreateFxQuoteDeps {
  readonly quoteFor: Quoter;
  readonly quotes: FxQuotes;
  /** The currencies named to a caller. */
  readonly currencies: readonly string[];
  readonly metrics: Metrics;
}

/** POST /internal/fx-quotes: converts an amount in BRL to another currency, and keeps the quote until it expires. */
export const createFxQuote = (o: CreateFxQuoteDeps): Operation<Body> => {
  const quoted = o.metrics.counter('repasse_fx_quotes_total', 'Quotes asked for, by what came of them.', ['outcome']);
  bornAtZero(quoted, { outcome: quotingOutcomes });
  return {
    handle: async ({ body }) => {
      const quoting = await o.quoteFor(body);
      quoted.inc({ outcome: quoting.outcome });
      switch (quoting.outcome) {
        case 'quoted':
          await o.quotes.keep(quoting.quote, quoting.ratedOn);
          return { status: 200, body: quoting.quote };
        case 'unsupported':
          return unsupportedProblem(o, body);
        case 'unavailable':
          return rateUnavailable();
        case 'out_of_range':
          return amountOutOfRange(`The amount is too small or too large to be paid in ${body.targetCurrency}.`, {
            leastAmountMinor: quoting.leastMinor,
            mostAmountMinor: quoting.mostMinor,
          });
        default:
          return assertNever(quoting);
      }
    },
  };
};

const unsupportedProblem = ({ currencies }: CreateFxQuoteDeps, { targetCurrency }: Body): ApiResponse => {
  const choice = currencies.length === 0 ? 'No international provider is set up.' : `Use ${currencies.join(', ')}.`;
  return currencyNotSupported(`Nothing can be paid in ${targetCurrency} here. ${choice}`);
};
