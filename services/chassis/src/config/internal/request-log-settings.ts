import { requestLogModes } from '../../log/request-log';
import { integer, oneOf } from '../settings';

/** Which answered requests are a line of the log. */
export const requestLogSettings = {
  mode: oneOf('REQUEST_LOG', requestLogModes, {
    about:
      'which answered requests are a line of the log: none, refusals and faults, one in REQUEST_LOG_SAMPLE besides, or all',
    default: 'all',
  }),
  sampleOneIn: integer('REQUEST_LOG_SAMPLE', {
    about: 'with REQUEST_LOG=sampled: one request in so many, the same ones at the edge and in the services',
    default: 100,
    min: 1,
    max: 1_000_000,
  }),
};
