import { type Logger } from '../../../log/logger';
import { type Probe } from './probe';
import { hostOf, type Target } from '../targets';

/** One process of a service, and the caller's own link to it: a pool of connections, for instance. */
export interface Replica<T> {
  readonly target: Target;
  readonly link: T;
}

/** A replica with what is known of it. */
export interface Member<T> extends Replica<T> {
  /** Requests. */
  underWay: number;
  /** True until it was shown to be otherwise. */
  readonly isReady: boolean;
  readonly show: (isReady: boolean) => void;
  /** Asks whether it is ready, unless that is being done. */
  readonly probe: () => Promise<boolean>;
  /** The same, but with the last answer where that is not older than the interval. */
  readonly ask: () => Promise<boolean>;
  readonly leave: () => void;
}

export interface MemberOptions<T> {
  readonly name: string;
  readonly target: Target;
  readonly log: Logger;
  readonly probe: Probe;
  readonly asksAtMostEveryMs: number;
  readonly open: (target: Target) => T;
  readonly onReadiness?: (link: T, isReady: boolean) => void;
}

export const createMember = <T>(o: MemberOptions<T>): Member<T> => {
  const { name, target, log, probe, asksAtMostEveryMs, onReadiness } = o;
  const link = o.open(target);
  const where = { peer: name, address: target.address ?? `${hostOf(target.url)}:${new URL(target.url).port}` };
  let isReady = true;
  let isGone = false;
  let answer: Promise<boolean> | undefined;
  let isAsking = false;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const probeNow = (): Promise<boolean> => {
    if (isAsking && answer !== undefined) return answer;
    isAsking = true;
    askedAtMs = performance.now();
    answer = probe.ask().finally(() => (isAsking = false));
    return answer;
  };
  const show = (now: boolean): void => {
    if (now === isReady || isGone) return;
    isReady = now;
    if (now) log.info(where, 'a process of a service is ready');
    else log.warn(where, 'a process of a service is not ready');
    onReadiness?.(link, now);
  };
  return {
    target,
    link,
    underWay: 0,
    get isReady() {
      return isReady;
    },
    show,
    probe: probeNow,
    ask: () => {
      if (answer === undefined || performance.now() - askedAtMs > asksAtMostEveryMs) void probeNow();
      return answer ?? probeNow();
    },
    leave: () => {
      isGone = true;
      probe.close();
    },
  };
};
