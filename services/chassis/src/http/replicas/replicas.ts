import { type Logger } from '../../log/logger';
import { every, type Poll } from '../../waiting/poll';
import { createMember, type Member, type Replica } from './internal/member';
import { openProbe, type OpenProbe } from './internal/probe';
import { followTargets, keyOf, unresolved, type FindAddresses, type Target } from './targets';

export { type Replica } from './internal/member';

export interface Replicas<T> {
  /**
   * The ready process with the fewest requests under way; any when none is ready. `but` was tried already: another one
   * is taken where there is one. Give it back when the request is over.
   */
  take(but?: Replica<T>): Replica<T>;
  giveBack(replica: Replica<T>): void;
  /** Nothing listens there: it is left out until it says that it is ready. */
  refused(replica: Replica<T>): void;
  /** Whether at least one process is ready. */
  isReady(): Promise<boolean>;
  readonly count: number;
  close(): void;
}

export interface ReplicasOptions<T> {
  /** The called service, in logs. */
  readonly name: string;
  readonly urls: readonly string[];
  readonly log: Logger;
  readonly open: (target: Target) => T;
  /** The process is not ready any more, or again. */
  readonly onReadiness?: (link: T, isReady: boolean) => void;
  /** The address is not one of the service's any more; requests under way may finish. */
  readonly onGone?: (link: T) => void;
  /** Of each that is left at the end. */
  readonly onClosed?: (link: T) => void;
  /** Replaced in tests. */
  readonly findAddresses?: FindAddresses;
  readonly openProbe?: OpenProbe;
  readonly probeEveryMs?: number;
}

/** A process that drains serves 5 s more, in which five answers are red. */
const probeEveryMsDefault = 1_000;

/**
 * Spreads requests over the processes of one service: the addresses of a list, and those behind a name. Several are asked
 * every second whether they are ready; a single one is used in any case, so nothing is asked.
 */
export const followReplicas = <T>(o: ReplicasOptions<T>): Replicas<T> => {
  const probeEveryMs = o.probeEveryMs ?? probeEveryMsDefault;
  const join = (target: Target): Member<T> =>
    createMember({ ...o, target, probe: (o.openProbe ?? openProbe)(target), asksAtMostEveryMs: probeEveryMs });
  let members: readonly Member<T>[] = unresolved(o.urls).map(join);
  let turn = 0;
  let probing: Poll | undefined;

  /** Waits for none: one that hangs keeps the others from nothing. */
  const probeAll = async (): Promise<void> => {
    for (const member of members) void member.probe().then(member.show);
  };
  const probeSeveral = (): void => {
    void probing?.stop();
    probing = undefined;
    if (members.length > 1) probing = every({ name: 'readiness', log: o.log, intervalMs: probeEveryMs, run: probeAll });
    // There is no other to take instead.
    else members[0]?.show(true);
  };
  const change = (targets: readonly Target[]): void => {
    const before = new Map(members.map((member) => [keyOf(member.target), member]));
    const present = new Set(targets.map(keyOf));
    members = targets.map((target) => before.get(keyOf(target)) ?? join(target));
    for (const [key, member] of before) {
      if (present.has(key)) continue;
      member.leave();
      o.onGone?.(member.link);
    }
    o.log.info({ peer: o.name, count: members.length }, 'the addresses of a service have changed');
    probeSeveral();
  };
  const stopFollowing = followTargets({ ...o, onChange: change });
  probeSeveral();

  const memberOf = (replica: Replica<T>): Member<T> => replica as Member<T>;
  return {
    take: (but) => {
      const chosen = leastBusy(members, (turn += 1), but);
      chosen.underWay += 1;
      return chosen;
    },
    giveBack: (replica) => void (memberOf(replica).underWay -= 1),
    refused: (replica) => {
      if (members.length > 1) memberOf(replica).show(false);
    },
    isReady: async () => (await Promise.all(members.map((member) => member.ask()))).some(Boolean),
    get count() {
      return members.length;
    },
    close: () => {
      stopFollowing();
      void probing?.stop();
      for (const member of members) {
        member.leave();
        o.onClosed?.(member.link);
      }
    },
  };
};

/** Begins at another one each time, so that equally busy ones take turns. */
const leastBusy = <T>(members: readonly Member<T>[], turn: number, but: Replica<T> | undefined): Member<T> => {
  const begin = turn % members.length;
  return [...members.slice(begin), ...members.slice(0, begin)].reduce((best, member) =>
    rankOf(member, but) < rankOf(best, but) ? member : best,
  );
};

/** A process that was tried is worse than any other, one that is not ready worse than a busy one. */
const rankOf = <T>(member: Member<T>, but: Replica<T> | undefined): number =>
  member.underWay + (member.isReady ? 0 : 1e6) + (member === but ? 1e9 : 0);
