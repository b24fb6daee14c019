import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import { currentTrace } from '../telemetry/trace';
import { describeFault } from './internal/describe-fault';
import { followLevel } from './internal/levels';
import { mask, redact, secretFields } from './internal/redact';

export type Logger = PinoLogger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Standard output unless a test wants to read along. */
  readonly destination?: DestinationStream;
}

/** Facts as JSON lines. Every line carries the ids of the request it belongs to; secrets are masked at any depth. */
export const createLogger = ({ service, level, destination }: LoggerOptions): Logger => {
  const logger: Logger = pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact },
      serializers: { err: describeFault, error: describeFault },
      // The bindings of a child logger do not pass the formatter.
      redact: { paths: [...secretFields], censor: mask },
      mixin: requestIds,
      // A child has a level of its own.
      onChild: (child) => followLevel(child),
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
  followLevel(logger);
  return logger;
};

const requestIds = (): object => {
  const trace = currentTrace();
  if (trace === undefined) return {};
  return { traceId: trace.traceId, ...(trace.requestId === undefined ? {} : { requestId: trace.requestId }) };
};
