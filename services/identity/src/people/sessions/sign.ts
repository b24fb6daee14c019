import { toIso } from '@repasse/chassis/clock';
import { signAccessToken, type Claims, type Signing } from '../../tokens/sign-access-token';

/** The console asks anew for each request it forwards, so that a session that ended is over at once. */
const tokenSeconds = 300;

/** By this client people call; no API key has the name. */
export const consoleClientId = 'console';

/** A token that the console uses and no browser sees. */
export const signForConsole = async (
  signing: Signing,
  claims: Claims,
): Promise<{ readonly token: string; readonly expiresAt: string }> => {
  const { token } = signAccessToken(signing, claims, () => tokenSeconds);
  return { token: await token, expiresAt: toIso(new Date(signing.clock.now().getTime() + tokenSeconds * 1_000)) };
};
