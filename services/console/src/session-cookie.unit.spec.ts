import { createSessionCookie } from './session-cookie';

const secret = 'a'.repeat(43);

it('is the host’s alone, out of reach of scripts, and goes over TLS only', () => {
  const cookie = createSessionCookie('https://console.example');

  expect(cookie.write(secret)).toBe(`__Host-repasse_session=${secret}; Path=/; HttpOnly; SameSite=Lax; Secure`);
  expect(cookie.read({ cookie: `other=1; __Host-repasse_session=${secret}` })).toBe(secret);
  expect(cookie.clear()).toContain('Max-Age=0');
});

it('has its port in the name where there is no TLS, so that two systems keep theirs', () => {
  const [one, other] = [createSessionCookie('http://localhost:8094'), createSessionCookie('http://localhost:18094')];

  expect(one.write(secret)).not.toContain('Secure');
  expect(other.read({ cookie: one.write(secret) })).toBeUndefined();
});

it.each(['', 'repasse_session_8094=', `repasse_session_8094=${secret}x`, `repasse_session_8094=../${secret.slice(3)}`])(
  'is none of ours: %p',
  (cookie) => {
    expect(createSessionCookie('http://localhost:8094').read({ cookie })).toBeUndefined();
  },
);
