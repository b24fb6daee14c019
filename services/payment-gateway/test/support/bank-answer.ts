export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A refusal as API Pix words it. */
export const problem = (status: number, type: string): Answer => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail: 'Recusado.' },
});
