import { chave, clientId, clientSecret, cobBody, newTxid, TestSandbox } from './sandbox';

const problemType = 'https://pix.bcb.gov.br/api/v2/error/';
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.stop());

describe('POST /pix/oauth/token', () => {
  it('takes a form with Basic, and says how long the token lives', async () => {
    const answer = await sandbox.issueToken({ grant_type: 'client_credentials', scope: 'cob.read' });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'cob.read' });
  });

  it('takes JSON with the credentials in it', async () => {
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };

    expect((await sandbox.call('POST', '/pix/oauth/token', fields)).status).toBe(200);
  });

  it.each([
    [401, 'invalid_client', { grant_type: 'client_credentials' }, `${clientId}:wrong`],
    [400, 'unsupported_grant_type', { grant_type: 'password' }, undefined],
    [400, 'invalid_scope', { grant_type: 'client_credentials', scope: 'cob.eat' }, undefined],
  ])('answers %i %s', async (status, error, fields, credentials) => {
    expect(await sandbox.issueToken(fields, credentials)).toMatchObject({ status, body: { error } });
  });

  it('gives tokens that live for an hour by the sandbox’s clock', async () => {
    const path = `/pix/v2/cob/${newTxid()}`;
    const statusAfter = async (authorization: string, offsetMs: number) => {
      await sandbox.call('PUT', '/sandbox/clock', { offsetMs });
      return (await sandbox.call('GET', path, undefined, { authorization })).status;
    };
    const issue = async () => {
      const { body } = await sandbox.issueToken({ grant_type: 'client_credentials' });
      return `Bearer ${String(body['access_token'])}`;
    };
    const early = await issue();
    expect([await statusAfter(early, 3_500_000), await statusAfter(early, 3_700_000)]).toEqual([404, 401]);
    const late = await issue();
    expect([await statusAfter(late, 7_000_000), await statusAfter(late, 0)]).toEqual([404, 404]);
  });

  it('guards the API: 401 without a token, 403 without the scope', async () => {
    const path = `/pix/v2/cob/${newTxid()}`;
    const { body } = await sandbox.issueToken({ grant_type: 'client_credentials', scope: 'pix.read' });
    const authorization = `Bearer ${String(body['access_token'])}`;

    expect((await sandbox.call('GET', path)).status).toBe(401);
    expect((await sandbox.call('GET', path, undefined, { authorization: 'Bearer forged' })).status).toBe(401);
    expect(await sandbox.call('GET', path, undefined, { authorization })).toMatchObject({
      status: 403,
      body: { type: `${problemType}AcessoNegado` },
    });
  });
});

describe('PUT /pix/v2/cob/{txid}', () => {
  it('creates a charge with a location and a code to copy', async () => {
    const txid = newTxid();
    const answer = await sandbox.psp('PUT', `/v2/cob/${txid}`, cobBody);

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...cobBody, txid, revisao: 0, status: 'ATIVA' });
    expect(answer.body['location']).toMatch(/^psp\.sandbox\.example\/qr\/v2\/[0-9a-f]{32}$/);
    expect(answer.body['pixCopiaECola']).toContain(answer.body['location']);
  });

  it('creates once when asked twice, and revises when asked otherwise', async () => {
    const txid = newTxid();
    await sandbox.createCob(txid);
    const again = await sandbox.psp('PUT', `/v2/cob/${txid}`, cobBody);
    const revised = await sandbox.psp('PUT', `/v2/cob/${txid}`, { ...cobBody, valor: { original: '38.00' } });

    expect(again).toMatchObject({ status: 201, body: { revisao: 0 } });
    expect(revised).toMatchObject({ status: 201, body: { revisao: 1, valor: { original: '38.00' } } });
    expect((await sandbox.psp('GET', `/v2/cob/${txid}?revisao=0`)).body).toMatchObject({
      revisao: 0,
      valor: { original: '37.00' },
    });
    expect((await sandbox.psp('GET', `/v2/cob/${txid}?revisao=7`)).body).toMatchObject({
      type: `${problemType}CobConsultaInvalida`,
    });
  });

  it('creates one charge of twenty requests at once', async () => {
    const txid = newTxid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.psp('PUT', `/v2/cob/${txid}`, cobBody)));

    expect(answers.filter(({ status, body }) => status === 201 && body['revisao'] === 0)).toHaveLength(20);
    expect(new Set(answers.map(({ body }) => body['pixCopiaECola'])).size).toBe(1);
  });

  it('names every violation', async () => {
    const answer = await sandbox.psp('PUT', '/v2/cob/short', { ...cobBody, valor: { original: '37.0' } });

    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer).toMatchObject({
      status: 400,
      body: {
        type: `${problemType}CobOperacaoInvalida`,
        violacoes: [{ propriedade: 'cob.valor.original' }, { propriedade: 'txid' }],
      },
    });
  });

  it('refuses to change a paid charge, and confirms it unchanged', async () => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid);
    await sandbox.pay(pixCopiaECola);
    const other = await sandbox.psp('PUT', `/v2/cob/${txid}`, { ...cobBody, valor: { original: '1.00' } });

    expect(other).toMatchObject({ status: 400, body: { type: `${problemType}CobOperacaoInvalida` } });
    expect(await sandbox.psp('PUT', `/v2/cob/${txid}`, cobBody)).toMatchObject({
      status: 201,
      body: { status: 'CONCLUIDA' },
    });
  });

  it.each([
    ['malformed JSON', '{"valor":', 400],
    ['a body over the limit', JSON.stringify({ solicitacaoPagador: 'x'.repeat(70_000) }), 413],
  ])('answers %s with a problem', async (_what, body, status) => {
    const path = `/pix/v2/cob/${newTxid()}`;
    const answer = await sandbox.call('PUT', path, body, { 'content-type': 'application/json' });

    expect(answer).toMatchObject({ status, body: { type: `${problemType}RequisicaoInvalida` } });
  });
});

describe('PATCH /pix/v2/cob/{txid}', () => {
  it('removes a charge, alone and once', async () => {
    const txid = newTxid();
    await sandbox.createCob(txid);
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

    expect((await sandbox.psp('PATCH', `/v2/cob/${txid}`, { ...removal, valor: { original: '1.00' } })).status).toBe(
      400,
    );
    expect(await sandbox.psp('PATCH', `/v2/cob/${txid}`, removal)).toMatchObject({ status: 200, body: removal });
    expect((await sandbox.psp('PATCH', `/v2/cob/${txid}`, { valor: { original: '1.00' } })).status).toBe(400);
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body).toMatchObject(removal);
  });

  it('revises a part and counts it', async () => {
    const txid = newTxid();
    await sandbox.createCob(txid);

    expect(await sandbox.psp('PATCH', `/v2/cob/${txid}`, { calendario: { expiracao: 60 } })).toMatchObject({
      status: 200,
      body: { revisao: 1, calendario: { expiracao: 60 }, valor: { original: '37.00' } },
    });
  });

  it('knows no stranger', async () => {
    expect(await sandbox.psp('PATCH', `/v2/cob/${newTxid()}`, {})).toMatchObject({
      status: 404,
      body: { type: `${problemType}CobNaoEncontrado` },
    });
  });
});

describe('lists', () => {
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00-03:00';

  it('pages through charges', async () => {
    const inicio = new Date().toISOString();
    const txids = [newTxid(), newTxid(), newTxid()];
    for (const txid of txids) await sandbox.createCob(txid);
    const page = `paginacao.itensPorPagina=2&paginacao.paginaAtual=1`;
    const answer = await sandbox.psp('GET', `/v2/cob?inicio=${inicio}&fim=2100-01-01T00:00:00Z&${page}`);

    expect(answer.body).toMatchObject({
      parametros: {
        inicio,
        paginacao: { paginaAtual: 1, itensPorPagina: 2, quantidadeDePaginas: 2, quantidadeTotalDeItens: 3 },
      },
      cobs: [{ txid: txids[2] }],
    });
  });

  it('finds the payments of a charge', async () => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid);
    const { endToEndId } = (await sandbox.pay(pixCopiaECola)).body;

    expect((await sandbox.psp('GET', `/v2/pix?${period}&paginacao.itensPorPagina=1000`)).body['pix']).toContainEqual(
      expect.objectContaining({ endToEndId, txid, valor: '37.00' }),
    );
    expect((await sandbox.psp('GET', `/v2/pix/${String(endToEndId)}`)).body).toMatchObject({ endToEndId, chave });
    expect((await sandbox.psp('GET', `/v2/cob?${period}&paginacao.itensPorPagina=1000`)).text).toContain(
      String(endToEndId),
    );
  });

  it.each([
    ['', 'CobConsultaInvalida'],
    [`inicio=2020-01-02T00:00:00Z&fim=2020-01-01T00:00:00Z`, 'CobConsultaInvalida'],
    [`${period}&paginacao.itensPorPagina=1001`, 'CobConsultaInvalida'],
  ])('refuses ?%s', async (query, type) => {
    expect(await sandbox.psp('GET', `/v2/cob?${query}`)).toMatchObject({
      status: 400,
      body: { type: problemType + type },
    });
  });

  it('tells an unknown payment', async () => {
    expect(await sandbox.psp('GET', '/v2/pix/E99999004202611211200abcdefghijk')).toMatchObject({
      status: 404,
      body: { type: `${problemType}PixNaoEncontrado` },
    });
  });
});

describe('/pix/v2/webhook/{chave}', () => {
  it.each(['+5561912345678', 'loja@example.com'])('keeps one address for the key %s', async (key) => {
    const path = `/v2/webhook/${encodeURIComponent(key)}`;
    await sandbox.psp('PUT', path, { webhookUrl: 'https://old.example/hook' });

    expect((await sandbox.psp('PUT', path, { webhookUrl: 'https://new.example/hook' })).status).toBe(200);
    expect((await sandbox.psp('GET', path)).body).toMatchObject({ webhookUrl: 'https://new.example/hook' });
    expect((await sandbox.psp('GET', '/v2/webhook')).text).toContain(key);
    expect((await sandbox.psp('DELETE', path)).status).toBe(204);
    expect((await sandbox.psp('GET', path)).status).toBe(404);
    expect((await sandbox.psp('DELETE', path)).body).toMatchObject({ type: `${problemType}WebhookNaoEncontrado` });
  });

  it('refuses what is no address', async () => {
    expect(await sandbox.psp('PUT', `/v2/webhook/${chave}`, { webhookUrl: 'ftp://x' })).toMatchObject({
      status: 400,
      body: { type: `${problemType}WebhookOperacaoInvalida`, violacoes: [{ propriedade: 'webhook.webhookUrl' }] },
    });
  });
});

it('has nothing at other paths', async () => {
  expect(await sandbox.psp('GET', '/v2/cobv/x')).toMatchObject({
    status: 404,
    body: { type: `${problemType}NaoEncontrado` },
  });
});
