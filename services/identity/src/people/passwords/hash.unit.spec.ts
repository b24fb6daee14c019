import { createPasswords } from './hash';

describe('a password', () => {
  it('is hashed by argon2id with 19 MiB and two passes, and fits its hash alone', async () => {
    const passwords = createPasswords();

    const hash = await passwords.hashOf('sete cavalos dormem aqui');

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.isRight('sete cavalos dormem aqui', hash)).toBe(true);
    expect(await passwords.isRight('oito cavalos dormem aqui', hash)).toBe(false);
  });

  it('fits nobody who does not exist', async () => {
    expect(await createPasswords().isRight('sete cavalos dormem aqui', undefined)).toBe(false);
  });
});
