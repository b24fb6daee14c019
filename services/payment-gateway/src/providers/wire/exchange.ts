import { type OutgoingRequest, type RawAnswer } from '@repasse/chassis/http/exchange';

/** One question to a provider. `operation` and `reference` are for logs and metrics. */
export interface ExchangeRequest extends OutgoingRequest {
  readonly operation: string;
  readonly reference: string | null;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
}

export type ExchangeAnswer = Pick<RawAnswer, 'status' | 'text'>;

/** Throws HttpFault when no answer came. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;
