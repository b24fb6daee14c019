import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { invalidRequest, problem, type Fault } from '@repasse/chassis/http/problem';

/** A header, since a body of DELETE means nothing and addresses are written into logs. */
const codeHeader = 'Second-Factor-Code';

type Headers = Pick<ApiRequest, 'headers'>;

/** The code of a request; empty without one. */
export const codeIn = ({ headers }: Headers): string => {
  const code = headers[codeHeader.toLowerCase()];
  return typeof code === 'string' ? code : '';
};

export const faultsOfCode = (request: Headers): readonly Fault[] =>
  codeIn(request) === '' || /^\d{6}$/.test(codeIn(request)) ? [] : [fault];

const fault: Fault = { field: codeHeader, message: 'must be the six digits of the code.' };

/** Where a code is needed and none was sent: nothing is tried, so nothing is counted. */
export const codeMissing = (): ApiResponse => problem(invalidRequest([fault]));
