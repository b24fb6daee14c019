import { type AuthenticationProviderArgs, type Mechanism } from 'kafkajs';
import { BusRefusedError } from '../refusals';
import { type TokenSource } from './oauth-token';

/**
 * SASL OAUTHBEARER (RFC 7628). The client's own one does not read the answer: a broker tells that it refuses a token in an
 * answer of success and waits for one more byte, so a refusal would show as a broken connection.
 */
export const oauthBearer = (tokens: TokenSource): Mechanism => ({
  mechanism: 'oauthbearer',
  authenticationProvider: ({ saslAuthenticate }) => ({
    authenticate: async () => {
      const answer = await exchange(saslAuthenticate, `n,,\u0001auth=Bearer ${await tokens.current()}\u0001\u0001`);
      if (answer === '') return;
      // The broker ends the exchange on it, and answers with its fault.
      await exchange(saslAuthenticate, '\u0001').catch(() => undefined);
      throw new BusRefusedError(
        `Kafka refuses the token of KAFKA_OAUTH_CLIENT_ID (${reasonIn(answer)}): its issuer, audience, scope or time is not what the broker wants.`,
      );
    },
  }),
});

const exchange = async (
  saslAuthenticate: AuthenticationProviderArgs['saslAuthenticate'],
  sent: string,
): Promise<string> => {
  const answer = await saslAuthenticate<string>({
    request: { encode: () => withLength(Buffer.from(sent)) },
    response: { decode: withoutLength, parse: String },
  });
  return answer ?? '';
};

const lengthBytes = 4;

/** The client sends and gets the bytes behind their length, as the protocol has them. */
const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(lengthBytes);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const withoutLength = (framed: Buffer): Buffer => framed.subarray(lengthBytes);

/** The broker answers `{"status":"invalid_token"}`. */
const reasonIn = (answer: string): string => /"status"\s*:\s*"([\w ]{1,60})"/.exec(answer)?.[1] ?? 'no reason given';
