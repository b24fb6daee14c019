import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { type KafkaSecurity } from '../../../config/kafka-settings';
import { tlsTexts, withTls } from '../../../net/tls-files';
import { BusRefusedError } from '../refusals';

/** The issuer, and the client that asks it for tokens. */
export type OauthClient = KafkaSecurity['oauth'];

const requestTimeoutMs = 5_000;
/** An issuer that does not say how long its token is valid: RFC 6749 allows it. */
const lifetimeMsDefault = 60_000;
/** kafkajs signs in again ten seconds before a session ends, which is when its token does: it needs another by then. */
const renewBeforeMs = 15_000;

export interface TokenSource {
  /** A token that is valid for some time. Throws when there is none. */
  current(): Promise<string>;
}

interface Token {
  readonly value: string;
  readonly endsAtMs: number;
}

/**
 * Tokens by the grant of client credentials. One is asked for when it is needed and shared by all connections; one that
 * ends soon is renewed, and goes on being used while the issuer is away.
 */
export const createTokenSource = (
  client: () => OauthClient,
  nowMs: () => number = () => performance.now(),
): TokenSource => {
  const { tlsCaFile } = client();
  const agent = tlsCaFile === undefined ? undefined : withTls(new Agent(), tlsTexts({ caFile: tlsCaFile }));
  let token: Token | undefined;
  let asking: Promise<Token> | undefined;

  const renew = async (): Promise<Token> => {
    asking ??= askIssuer(client(), agent, nowMs()).finally(() => {
      asking = undefined;
    });
    token = await asking;
    return token;
  };
  return {
    current: async () => {
      const leftMs = (token?.endsAtMs ?? -Infinity) - nowMs();
      if (token !== undefined && leftMs > renewBeforeMs) return token.value;
      try {
        return (await renew()).value;
      } catch (fault) {
        if (token !== undefined && leftMs > 0 && !(fault instanceof BusRefusedError)) return token.value;
        throw fault;
      }
    },
  };
};

const askIssuer = async (client: OauthClient, agent: Agent | undefined, askedAtMs: number): Promise<Token> => {
  const { status, body } = await post(client, agent).catch((fault: unknown) => {
    throw new Error(`The issuer of KAFKA_OAUTH_TOKEN_URL gives no answer: ${String(fault)}`, { cause: fault });
  });
  if (status === 400 || status === 401 || status === 403) throw refusedByIssuer(status, body);
  const answer = status === 200 ? objectIn(body) : {};
  const { access_token: value, expires_in: seconds } = answer;
  if (typeof value !== 'string' || value === '') {
    throw new Error(`The issuer of KAFKA_OAUTH_TOKEN_URL answers ${status} and no token.`);
  }
  const lifetimeMs = typeof seconds === 'number' ? seconds * 1_000 : lifetimeMsDefault;
  return { value, endsAtMs: askedAtMs + lifetimeMs };
};

/** `error` is a word of RFC 6749; the rest of the answer may repeat what was sent. */
const refusedByIssuer = (status: number, body: string): BusRefusedError => {
  const { error } = objectIn(body);
  const word = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : String(status);
  return new BusRefusedError(
    `The token issuer refuses this client (${word}): see KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET and KAFKA_OAUTH_SCOPE.`,
  );
};

const objectIn = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
};

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Not by fetch, which takes no authority's file. */
const post = ({ tokenUrl = '', clientId, clientSecret, scope }: OauthClient, agent?: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
    const send = tokenUrl.startsWith('https:') ? httpsRequest : httpRequest;
    send(
      tokenUrl,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        auth: [clientId, clientSecret].map((part) => encodeURIComponent(part ?? '')).join(':'),
        signal: AbortSignal.timeout(requestTimeoutMs),
        ...(agent && { agent }),
      },
      (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
      },
    )
      .once('error', reject)
      .end(form.toString());
  });
