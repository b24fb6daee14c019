import { type AdminCommand } from '@repasse/chassis/admin/command';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Config } from '../../config';
import { rotateSigningKey } from '../key-ring';

/** The running services show the new key within a minute and sign with it after ten. */
export const rotateSigningKeyCommand: AdminCommand<Config> = {
  name: 'rotate-signing-key',
  summary: 'makes a new key for access tokens at once: after a leak, or before a planned absence',
  changes: true,
  run: async ({ config, db, clock, isApplied }) => {
    if (!isApplied) return { summary: 'Would make a new signing key.' };
    const box = createSealedBox(() => config.keyEncryptionKeys);
    return { summary: `Made the signing key ${await rotateSigningKey({ db, box, clock })}.` };
  },
};
