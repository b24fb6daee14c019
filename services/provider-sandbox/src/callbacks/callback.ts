import { type ChaosProvider } from '../store/switches';

/** Those that call the merchant back. */
export type CallingProvider = Exclude<ChaosProvider, 'fx'>;

/** A provider's message to the merchant. */
export interface CallbackMessage {
  readonly provider: CallingProvider;
  readonly address: string;
  readonly body: string;
  /** The secret that signs the message; undefined for a provider that does not sign. */
  readonly secret?: string;
}

/** A message on its way. It is kept until the merchant has answered 2xx. */
export interface Callback extends CallbackMessage {
  readonly id: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly dueAt: string;
}
