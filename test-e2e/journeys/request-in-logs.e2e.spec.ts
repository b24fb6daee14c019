import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomIds } from '@repasse/chassis/ids';
import { eventually } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request } from '../support/api';
import { describeOnShared } from '../support/on-each-bus';

describeOnShared('postgres', 'one request in the logs', (stack) => {
  const linesOf = (program: string, requestId: string): readonly Record<string, unknown>[] =>
    readFileSync(join(stack.dataFolder, 'logs', `${program}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('is a line of the edge and one of the service, without its address', async () => {
    const { token } = await MerchantApi.signIn(stack.file);
    const requestId = `req_${randomIds.ulid()}`;
    const url = `${stack.file.baseUrl}/charge/list?query=maria@example.com`;
    const headers = { 'x-request-id': requestId };
    expect((await request('GET', url, { token, headers })).status).toBe(200);

    for (const program of ['edge', 'charge']) {
      const lines = await eventually(() => {
        const found = linesOf(program, requestId);
        return found.length > 0 && found;
      });
      expect(lines).toMatchObject([{ msg: 'request answered', method: 'GET', route: '/charge/list', status: 200 }]);
      expect(JSON.stringify(lines)).not.toMatch(/maria|Bearer/);
    }
  });
});
