import { testPeople, tokenFaults } from './people';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The page where a person says who they are: whatever is chosen is believed. */
export const authorizePage = (company: string, parameters: Readonly<Record<string, string>>): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in at ${escaped(company)}</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:2rem auto;padding:0 1rem}button{font:inherit;display:block;margin:.5rem 0;padding:.5rem 1rem}</style>
</head><body><h1>Sign in at ${escaped(company)}</h1>
<p>A provider of the sandbox. It believes whatever you choose.</p>
<form method="post">
${Object.entries(parameters)
  .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  .join('\n')}
<p><label for="fault">The ID token is</label>
<select id="fault" name="fault">${Object.entries(tokenFaults)
  .map(([fault, says]) => `<option value="${fault}">${escaped(says)}</option>`)
  .join('')}</select></p>
${testPeople.map(({ subject, name }) => `<button name="subject" value="${subject}">${escaped(name)}</button>`).join('\n')}
</form></body></html>`;
