import { resealCommand } from '@repasse/chassis/admin/reseal';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Config } from '../../config';
import { contextOf } from '../store/saved-cards';

export const resealCards = resealCommand<Config>(
  ({ keyEncryptionKeys: keys }) => keys && createSealedBox(() => keys),
  [
    {
      ...{ table: 'saved_cards', column: 'sealed_token', primaryKey: 'card_token' },
      boundBy: ['card_token', 'user_id'],
      contextOf: (row) => contextOf(String(row['card_token']), Number(row['user_id'])),
    },
  ],
);
