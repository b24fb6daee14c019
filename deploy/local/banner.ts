import { relative } from 'node:path';
import { demoCompany } from './seed-company';
import { type StackFile } from './stack-file';

/** What a newcomer reads when everything is up: where things are, and four commands that show the whole path. */
export const banner = (stack: StackFile, dataDir: string, checkoutUrl: string | undefined): string => {
  const file = `${relative(process.cwd(), dataDir) || '.'}/stack.json`;
  const [first] = stack.recipients;
  const body = JSON.stringify({
    grossAmount: '100.00',
    currency: 'BRL',
    paymentMethod: 'PIX',
    webhookUrl: `${stack.sandboxUrl}/sandbox/inbox/demo`,
    split: [{ recipientEmail: first?.email, kind: 'PERCENT', percent: 10 }],
  });
  return `
Repasse is ready.

  API            ${stack.baseUrl}   (documentation: ${stack.baseUrl}/docs)
  gateway        ${stack.gatewayBaseUrl}
  sandbox        ${stack.sandboxUrl}   (simulated providers, webhook inboxes)
${checkoutUrl === undefined ? '' : `  checkout       ${checkoutUrl}   (pay R$ 10.00 as a payer would)\n`}  console        ${stack.consoleUrl}   (sign in as ${stack.person.email}, password: ${stack.person.password},
                 or by the company ${demoCompany} as Dona da Loja)
  mailbox        ${stack.sandboxUrl}/mailbox   (mail that people get, such as invitations)
  everything     ${file}   (addresses, demo merchant, keys)

Try this in another terminal (bash with curl and node):

  field() { node -pe "JSON.parse(require('fs').readFileSync(0,'utf8'))$1"; }
  TOKEN=$(curl -s ${stack.baseUrl}/oauth/token -u ${stack.merchant.clientId}:${stack.merchant.clientSecret} -d grant_type=client_credentials | field .access_token)
  ATTEMPT=$(curl -s ${stack.baseUrl}/charge -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body}')
  curl -s ${stack.sandboxUrl}/sandbox/pix/pay -H 'Content-Type: application/json' -d "{\\"emv\\":\\"$(echo "$ATTEMPT" | field .checkoutMeta.emv)\\"}"
  curl -s ${stack.baseUrl}/charge/$(echo "$ATTEMPT" | field .chargeId) -H "Authorization: Bearer $TOKEN"
  curl -s ${stack.sandboxUrl}/sandbox/inbox/demo

Ctrl-C stops all of it; the data is kept in ${relative(process.cwd(), dataDir) || '.'}.`;
};
