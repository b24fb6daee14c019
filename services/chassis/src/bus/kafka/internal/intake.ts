import { setTimeout as pause } from 'node:timers/promises';
import { placeName, type IncomingMessage, type Place } from '../../bus';
import { handOver } from '../../internal/by-place';

export interface IntakeOptions {
  readonly onBatch: (messages: readonly IncomingMessage[]) => Promise<void>;
  readonly maxBatchMessages: number;
  readonly intervalMsMin: number;
}

/** Undefined when the messages took effect. */
export type Intake = (messages: readonly IncomingMessage[]) => Promise<{ readonly fault: unknown } | undefined>;

interface Waiting extends Place {
  readonly messages: readonly IncomingMessage[];
  readonly settle: (outcome: { readonly fault: unknown } | undefined) => void;
}

/**
 * Collects the messages kafkajs hands over partition by partition: those that come during a batch are the next one. A
 * part that is larger than a batch is handed over in several.
 */
export const createIntake = ({ onBatch, maxBatchMessages, intervalMsMin }: IntakeOptions): Intake => {
  const waiting: Waiting[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    // The partitions of one fetch are handed over in one turn of the event loop; all of them are wanted.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const beganAtMs = performance.now();
      const parts = takeParts(waiting, maxBatchMessages);
      const failures = await handOver(
        parts.flatMap(({ messages }) => messages),
        onBatch,
      );
      const faults = new Map(failures.map(({ fault, ...place }) => [placeName(place), { fault }]));
      const leftMs = intervalMsMin - (performance.now() - beganAtMs);
      // kafkajs fetches on when this is settled, and gets more at once then.
      if (leftMs > 0) await pause(leftMs);
      for (const part of parts) part.settle(faults.get(placeName(part)));
    }
    isRunning = false;
  };
  const add = (messages: readonly IncomingMessage[]) =>
    new Promise<{ readonly fault: unknown } | undefined>((settle) => {
      const [first] = messages;
      if (first === undefined) return settle(undefined);
      waiting.push({ topic: first.topic, partition: first.partition, messages, settle });
      if (!isRunning) void run();
    });

  return async (messages) => {
    for (let from = 0; from < messages.length; from += maxBatchMessages) {
      const outcome = await add(messages.slice(from, from + maxBatchMessages));
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  };
};

/** From the front, as many as fit; never two parts of one partition, whose outcomes could not be distinguished. */
const takeParts = (waiting: Waiting[], maxBatchMessages: number): Waiting[] => {
  const parts: Waiting[] = [];
  const places = new Set<string>();
  let count = 0;
  for (;;) {
    const [next] = waiting;
    if (next === undefined || places.has(placeName(next))) return parts;
    if (parts.length > 0 && count + next.messages.length > maxBatchMessages) return parts;
    parts.push(next);
    places.add(placeName(next));
    count += next.messages.length;
    waiting.shift();
  }
};
