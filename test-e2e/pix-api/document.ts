import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where the Banco Central publishes it. The licence is Apache 2.0; still the document is not copied into the project.
 */
export const publishedAt = 'https://raw.githubusercontent.com/bacen/pix-api/master/openapi.yaml';

const fetchTimeoutMs = 30_000;

const problemAnswer = `          description: "Consulta inválida."
          content:
            application/problem+json:
              schema:
                $ref: "#/components/schemas/Problema"`;

/** Mistakes in the document itself that no implementation could follow. */
const mistakes: readonly { readonly what: string; readonly text: RegExp; readonly instead: string }[] = [
  {
    what: 'patterns written between slashes, which no CPF and no code of a town matches',
    text: /"\/(\^\\\\d\{\d+\}\$)\/"/g,
    instead: '"$1"',
  },
  {
    what: 'locations said to be URIs, which have no scheme in its own description and examples',
    text: /(maxLength: 77)\n +format: "?uri"?$/gm,
    instead: '$1',
  },
  {
    what: 'lists of payments said to need `cobs`, which they do not have',
    text: /(title: "Pix Consultados"\n +required: \["parametros", )"cobs"/g,
    instead: '$1"pix"',
  },
  {
    what: 'listed charges said to need `idCob`, which is described nowhere',
    text: /(required: \["status", "txid"), "idCob"\]/g,
    instead: '$1]',
  },
  {
    what: 'questions whose answer 400 is told of in words, and not among the answers',
    text: / {8}"200":\n {10}description: "(Dados da cobrança imediata|Lista de cobranças imediatas|lista dos Pix recebidos)/g,
    instead: `        "400":\n${problemAnswer}\n$&`,
  },
];

export interface MendedDocument {
  readonly file: string;
  readonly version: string;
  readonly mended: readonly string[];
}

/** Reads the document from a file or an address and leaves a mended copy in a folder. */
export const mendDocument = async (source: string, folder: string): Promise<MendedDocument> => {
  let text = await read(source);
  const version = /^ {2}version: "?([^"\n]+)"?$/m.exec(text)?.[1];
  if (!/^ {2}title: API Pix$/m.test(text) || version === undefined) throw new Error(`${source} is not the API Pix.`);
  const mended: string[] = [];
  for (const { what, text: wrong, instead } of mistakes) {
    mended.push(`${String(text.match(wrong)?.length ?? 0)} × ${what}`);
    text = text.replace(wrong, instead);
  }
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, text);
  return { file, version, mended };
};

const read = async (source: string): Promise<string> => {
  if (!/^https?:\/\//.test(source)) return readFile(source, 'utf8');
  const answer = await fetch(source, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!answer.ok) throw new Error(`${source} was answered ${answer.status}.`);
  return answer.text();
};
