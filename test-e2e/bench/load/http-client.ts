import { type HttpAnswer } from './http-answer';
import { HttpConnection } from './http-connection';

/** Node's servers close a connection that was idle for 5 s. */
const idleMsMax = 3_000;

export interface HttpClient {
  /** `headers` are whole lines, each with its line end. Rejects when there is no answer, never for a status. */
  post(path: string, body: string, headers?: string): Promise<HttpAnswer>;
  close(): void;
}

/** Posts JSON over as many connections as requests are under way at once. */
export const createHttpClient = (baseUrl: string, commonHeaders = ''): HttpClient => {
  const { hostname, host, port } = new URL(baseUrl);
  // The local system listens on this address alone; looking up "localhost" for each connection costs a thread.
  const address = hostname === 'localhost' ? '127.0.0.1' : hostname;
  const idle: HttpConnection[] = [];

  const take = (): HttpConnection => {
    for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
      if (known.isUsable(idleMsMax)) return known;
      known.close();
    }
    return new HttpConnection(address, Number(port));
  };
  return {
    post: async (path, body, headers = '') => {
      const connection = take();
      const answer = await connection.exchange(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n${commonHeaders}${headers}\r\n${body}`,
      );
      idle.push(connection);
      return answer;
    },
    close: () => {
      for (const connection of idle.splice(0)) connection.close();
    },
  };
};

export const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;
