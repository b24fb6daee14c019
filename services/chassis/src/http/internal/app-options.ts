import { type OpenApiDocument } from '@repasse/contracts';
import { type Express } from 'express';
import { type TokenVerifier } from '../../auth/token-verifier';
import { type Clock } from '../../clock';
import { type InternalCaller } from '../../config/internal/key-settings';
import { type Health } from '../../health/health';
import { type IdempotencyStore } from '../../idempotency/store';
import { type Ids } from '../../ids';
import { type Logger } from '../../log/logger';
import { type RequestLogConfig } from '../../log/request-log';
import { type Metrics } from '../../telemetry/metrics';
import { type Guard } from '../authentication';
import { type AnsweredCall } from '../../requests/internal/request-book';
import { type Operations } from '../operation';

export interface AppOptions {
  readonly service: string;
  readonly openapi: OpenApiDocument;
  readonly operations: Operations;
  /** Required as soon as one operation asks for a bearer token. */
  readonly verifyToken?: TokenVerifier;
  /** The services that may call, as they are now. Required as soon as one operation is for other services. */
  readonly internalCallers?: () => readonly InternalCaller[];
  /** Checks the description's further security schemes, by their names. */
  readonly guards?: Readonly<Record<string, Guard>>;
  /** Without a store, an Idempotency-Key is checked for its form and then ignored. */
  readonly idempotency?: IdempotencyStore;
  readonly log: Logger;
  readonly requestLog?: RequestLogConfig;
  /** Told of each request whose caller is known, after it was answered; must neither wait nor throw. */
  readonly onAnswered?: (call: AnsweredCall) => void;
  readonly metrics: Metrics;
  readonly health: Health;
  /** False where /metrics is served on a port of its own. */
  readonly hasMetricsPage?: boolean;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Adds what an OpenAPI description cannot say, such as pages, before "not found" is answered. */
  readonly extend?: (app: Express) => void;
}
