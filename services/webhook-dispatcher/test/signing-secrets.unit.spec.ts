import { randomBytes, type KeyObject } from 'node:crypto';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { fakeDatabase } from '@repasse/chassis/testing/fake-database';
import { signingKey } from '../src/delivery/sign';
import { createSigningSecrets, overlapMs, userSigner } from '../src/store/signing-secrets';

const now = new Date('2026-01-01T00:00:00.000Z');
const signer = userSigner(7);
const keys = [{ number: 1, key: randomBytes(32).toString('base64') }];
const box = createSealedBox(() => keys);
const sealed = (key: Buffer) => box.seal(`whsec_${key.toString('base64')}`, 'webhook-secret:user:7');
const [first, second] = [randomBytes(32), randomBytes(32)];
const bytesOf = (keys: readonly KeyObject[]): readonly Buffer[] => keys.map((key) => key.export());

/** The secrets of one signer; counts how often they are read. */
const createTable = () => {
  const rows: { sealed: Buffer; created_at: string; expires_at: string | null }[] = [
    { sealed: sealed(first), created_at: now.toISOString(), expires_at: null },
  ];
  const state = { reads: 0, isAway: false };
  const db = fakeDatabase((sql) => {
    if (state.isAway) throw new Error('The database is away.');
    if (sql.startsWith('select sealed')) state.reads += 1;
    return sql.startsWith('select sealed') ? rows : [];
  });
  return { rows, state, secrets: createSigningSecrets(db, box) };
};

afterEach(() => jest.restoreAllMocks());

describe('the keys that sign', () => {
  it('are read once for many deliveries', async () => {
    const { state, secrets } = createTable();

    const all = await Promise.all([1, 2, 3].map(() => secrets.signingKeys(signer, now)));
    await secrets.signingKeys(signer, now);

    expect(all.map(bytesOf)).toEqual([[first], [first], [first]]);
    expect(state.reads).toBe(1);
  });

  it('are those of after a rotation at once in the process that rotates', async () => {
    const { rows, secrets } = createTable();
    await secrets.signingKeys(signer, now);
    const expires_at = new Date(now.getTime() + overlapMs).toISOString();
    rows.unshift({ sealed: sealed(second), created_at: now.toISOString(), expires_at: null });
    rows[1] = { ...rows[1]!, expires_at };

    await secrets.rotate(signer, now);

    expect(bytesOf(await secrets.signingKeys(signer, now))).toEqual([second, first]);
    expect(bytesOf(await secrets.signingKeys(signer, new Date(expires_at)))).toEqual([second]);
  });

  it('are read again after a while, so that other processes follow a rotation', async () => {
    const { state, secrets } = createTable();
    await secrets.signingKeys(signer, now);
    const readAtMs = performance.now();

    jest.spyOn(performance, 'now').mockReturnValue(readAtMs + 31_000);
    await secrets.signingKeys(signer, now);

    expect(state.reads).toBe(2);
  });

  it('are read again after a read that failed', async () => {
    const { state, secrets } = createTable();
    state.isAway = true;
    await expect(secrets.signingKeys(signer, now)).rejects.toThrow('away');

    state.isAway = false;

    expect(bytesOf(await secrets.signingKeys(signer, now))).toEqual([first]);
  });

  it('are not what a person is shown, which is always read', async () => {
    const { state, secrets } = createTable();
    await secrets.signingKeys(signer, now);

    const [current] = await secrets.validFor(signer, now);

    expect(bytesOf([signingKey(current.secret)])).toEqual([first]);
    expect(state.reads).toBe(2);
  });
});
