import { type OpenApiDocument } from '@repasse/contracts';
import { type Express } from 'express';
import { type TokenVerifier } from '../auth/token-verifier';
import { type Health } from '../health/health';
import { type IdempotencyStore } from '../idempotency/store';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';
import { type Operations } from './operation';

export type { ApiRequest, Operation, Operations } from './operation';
export type { ApiResponse } from './response';

export interface AppOptions {
  readonly service: string;
  readonly openapi: OpenApiDocument;
  readonly operations: Operations;
  /** Required as soon as one operation asks for a bearer token. */
  readonly verifyToken?: TokenVerifier;
  /** Required as soon as one operation asks for the internal token. */
  readonly internalToken?: string;
  /** Without a store, an Idempotency-Key is checked for its form and then ignored. */
  readonly idempotency?: IdempotencyStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** 64 KiB unless said otherwise. */
  readonly bodyLimitBytes?: number;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets requests in flight finish for at most `timeoutMs`, then cuts what is left. */
  close(timeoutMs?: number): Promise<void>;
}

export declare const createApp: (options: AppOptions) => Express;
export declare const listen: (app: Express, port: number, options?: { readonly host?: string }) => Promise<Listening>;
