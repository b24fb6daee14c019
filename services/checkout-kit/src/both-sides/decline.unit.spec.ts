import { declineTexts, judgeDecline } from './decline';
import { declineCodes } from './text-shape';
import { textsFor } from './texts';

const open = { canGoOn: true, canPayByPix: true };
const declineOf = (isRetryable: boolean | null, declineCode: string | null = 'insufficient_funds') => ({
  declineCode,
  isRetryable,
});

describe('a decline', () => {
  it.each([
    ['may be tried again', true, open, ['retry_same_card', 'use_another_card', 'pay_by_pix']],
    [
      'may be tried again, by cards alone',
      true,
      { ...open, canPayByPix: false },
      ['retry_same_card', 'use_another_card'],
    ],
    ['may not be tried again', false, open, ['use_another_card', 'pay_by_pix']],
    ['says nothing about another try', null, open, ['use_another_card', 'pay_by_pix']],
    ['was the last try', true, { ...open, canGoOn: false }, []],
  ] as const)('that %s has one judgement', (_what, isRetryable, ways, actions) => {
    const judged = judgeDecline(declineOf(isRetryable), ways);
    expect(judged.actions).toEqual(actions);
    expect(judged.mayTryAgain).toBe(judged.actions.includes('retry_same_card'));
  });

  it('is told with its reason, and with an advice that follows the judgement', () => {
    const told = (isRetryable: boolean) =>
      declineTexts(textsFor('pt'), judgeDecline(declineOf(isRetryable, 'invalid_security_code'), open));
    expect(told(true)).toEqual({
      reason: 'O código de segurança não confere.',
      advice: 'Nada foi cobrado. Digite o código de novo, use outro cartão ou pague com PIX.',
    });
    expect(told(false)).toEqual({
      reason: 'O código de segurança não confere.',
      advice: 'Nada foi cobrado. Não tente de novo com este cartão: use outro ou pague com PIX.',
    });
  });

  it.each(['pt', 'en'] as const)('has a reason in %s that tells nobody what to do', (locale) => {
    const { reasons } = textsFor(locale).declined;
    for (const code of declineCodes) expect(reasons[code]).not.toMatch(/tente|use |fale|confira|try|talk|check/i);
  });

  it('of a code that is not known, or none, is told by the general text', () => {
    for (const code of ['brand_new_reason', null]) {
      expect(judgeDecline(declineOf(true, code), open).code).toBe('declined');
    }
  });
});
