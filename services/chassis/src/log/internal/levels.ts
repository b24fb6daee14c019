/** The part of a logger that is switched. */
interface Levelled {
  level: string;
}

interface Known {
  readonly logger: WeakRef<Levelled>;
  /** The level it was made with. */
  readonly level: string;
}

const known: Known[] = [];
let isDebugOn = false;

/** Has the logger follow `toggleDebug`. */
export const followLevel = (logger: Levelled): void => {
  known.push({ logger: new WeakRef(logger), level: logger.level });
};

/** Shows debug lines of all loggers of this process, or goes back to the levels they were made with. Returns which. */
export const toggleDebug = (): boolean => {
  isDebugOn = !isDebugOn;
  for (const { logger, level } of known) {
    const present = logger.deref();
    if (present !== undefined) present.level = isDebugOn ? 'debug' : level;
  }
  return isDebugOn;
};
