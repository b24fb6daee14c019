import { logLevels } from '../log/logger';
import { drainSettings } from './internal/drain-settings';
import { requestLogSettings } from './internal/request-log-settings';
import { tracingSettings } from './internal/tracing-settings';
import { oneOf } from './settings';

/** Of every program that answers requests. */
export const programSettings = {
  logLevel: oneOf('LOG_LEVEL', logLevels, { about: 'the least that is logged', default: 'info' }),
  drain: drainSettings,
  requestLog: requestLogSettings,
  tracing: tracingSettings,
};
