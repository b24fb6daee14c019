import { redactText } from './redact';

/** How many causes are followed; a longer chain is a cycle or noise. */
const causesMax = 5;

/**
 * An error as log fields. Only these are taken: drivers hang whole rows, requests and connection settings onto their
 * errors, and those must not reach a log.
 */
export const describeFault = (fault: unknown, depth = 0): unknown => {
  if (!(fault instanceof Error)) return typeof fault === 'string' ? redactText(fault) : fault;
  const code = 'code' in fault ? fault.code : undefined;
  const hasCause = fault.cause !== undefined && depth < causesMax;
  return {
    type: fault.name,
    message: redactText(fault.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(fault.stack === undefined ? {} : { stack: redactText(fault.stack) }),
    ...(hasCause ? { cause: describeFault(fault.cause, depth + 1) } : {}),
  };
};
