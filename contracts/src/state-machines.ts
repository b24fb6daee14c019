import { readJson } from './package-root';

export const stateMachineNames = [
  'charge',
  'attempt',
  'payment',
  'refund',
  'withdrawal',
  'payout',
  'delivery',
  'verification',
] as const;
export type StateMachineName = (typeof stateMachineNames)[number];

export interface Transition {
  readonly from: string;
  readonly to: string;
  /** The event that makes the move. */
  readonly by: string;
}

export interface StateMachine {
  readonly name: StateMachineName;
  readonly description: string;
  readonly states: readonly string[];
  readonly initial: string;
  readonly transitions: readonly Transition[];
}

/** The states of one thing and the moves between them; what is not listed is not allowed. */
export const stateMachine = (name: StateMachineName): StateMachine =>
  readJson('state-machines', `${name}.json`) as StateMachine;
