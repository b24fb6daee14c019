import { createTransport } from 'nodemailer';
import { TestSandbox } from './sandbox';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.call('DELETE', '/sandbox/mailbox'));
afterAll(() => sandbox.stop());

const send = async (to: string, subject: string, text: string) => {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
  await transport.sendMail({ from: 'Repasse <acesso@repasse.example>', to, subject, text });
  transport.close();
};

const list = async (query = '') => (await sandbox.call('GET', `/sandbox/mailbox${query}`)).text;

it('keeps what comes by SMTP, newest first, and by whom it is for', async () => {
  await send('Ana@Loja.example', 'Convite à Ana', 'Abra https://console.example/invitation?secret=a-b');
  await send('bia@loja.example', 'Segundo', 'x');

  expect(JSON.parse(await list())).toMatchObject([{ to: 'bia@loja.example' }, { to: 'ana@loja.example' }]);
  expect(JSON.parse(await list('?to=ANA@loja.example'))).toEqual([
    {
      ...{ id: expect.any(Number) as unknown, receivedAt: expect.any(String) as unknown },
      ...{ from: 'acesso@repasse.example', to: 'ana@loja.example', subject: 'Convite à Ana' },
      text: 'Abra https://console.example/invitation?secret=a-b\n',
    },
  ]);
});

it('shows them to a person, who can follow a link, and runs nothing of them', async () => {
  await send('ana@loja.example', '<script>alert(1)</script>', 'Abra https://console.example/password?secret=abc agora');
  const { text, headers } = await sandbox.call('GET', '/mailbox');

  expect(text).toContain('<a href="https://console.example/password?secret=abc" rel="noreferrer">');
  expect(text).not.toContain('<script>');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('refuses a mailbox that it plays not to have', async () => {
  await expect(send('ana@refused.example', 'x', 'x')).rejects.toMatchObject({ responseCode: 550 });
  expect(JSON.parse(await list())).toEqual([]);
});
