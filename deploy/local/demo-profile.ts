import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root';

/** Name and contact of the demo merchant on payers' pages. */
const demoProfile = { displayName: 'Loja Demo', supportEmail: 'ajuda@repasse.example' };
const logoFile = join(projectRoot, 'deploy/local/demo-logo.png');

/** The services answer at once when they are up; a request that hangs longer means one is not. */
const requestTimeoutMs = 10_000;

/** Gives the demo merchant a name and a logo, as an administrator. A profile that is there already stays as it is. */
export const ensureDemoProfile = async (baseUrl: string, adminToken: string, userId: number): Promise<void> => {
  const send = (method: string, below = '', contentType?: string, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${baseUrl}/users/${String(userId)}/profile${below}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, ...(contentType && { 'content-type': contentType }) },
      ...(body && { body }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  if ((await send('GET')).ok) return;
  const answers = [
    await send('PUT', '', 'application/json', JSON.stringify(demoProfile)),
    await send('PUT', '/logo', 'image/png', new Uint8Array(readFileSync(logoFile))),
  ];
  const refused = answers.find(({ ok }) => !ok);
  if (refused) throw new Error(`The demo merchant's profile was refused: ${await refused.text()}`);
};
