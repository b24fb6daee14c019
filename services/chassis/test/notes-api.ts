import { type OpenApiDocument } from '@repasse/contracts';

const answers = { '200': { description: 'Done.' } };

const noteBody = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/NewNote' } } },
};

/** A made-up interface with one operation of every kind the chassis knows. */
export const notesApi: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.0.0', description: 'Notes <b>for</b> tests.' },
  paths: {
    '/notes': {
      post: {
        operationId: 'createNote',
        summary: 'Writes a note.',
        security: [{ bearerAuth: ['notes:write'] }],
        requestBody: noteBody,
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        responses: answers,
      },
      get: {
        operationId: 'listNotes',
        summary: 'Lists notes.',
        security: [{ bearerAuth: ['notes:read'] }],
        parameters: [
          { $ref: '#/components/parameters/Page' },
          { name: 'isDone', in: 'query', schema: { type: 'boolean' } },
          { name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
        responses: answers,
      },
    },
    '/notes/{noteId}': {
      get: {
        operationId: 'getNote',
        summary: 'Reads a note.',
        security: [{ bearerAuth: ['notes:read'] }],
        parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string', maxLength: 8 } }],
        responses: answers,
      },
    },
    '/notes/count': {
      get: { operationId: 'countNotes', summary: 'Counts notes.', security: [], responses: answers },
    },
    '/notes/purge': {
      post: {
        operationId: 'purgeNotes',
        summary: 'Removes notes.',
        security: [{ bearerAuth: [] }],
        'x-profiles': ['ADMIN'],
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        responses: answers,
      },
    },
    '/notes/key': {
      post: {
        operationId: 'changeKey',
        summary: 'Gives the notes another lock.',
        security: [{ bearerAuth: [] }],
        'x-step-up': true,
        responses: answers,
      },
    },
    '/notes/{noteId}/seal': {
      post: {
        operationId: 'sealNote',
        summary: 'Closes a note for whoever has its seal.',
        security: [{ noteSeal: [] }],
        parameters: [
          { name: 'noteId', in: 'path', required: true, schema: { type: 'string', maxLength: 8 } },
          { $ref: '#/components/parameters/IdempotencyKey' },
        ],
        responses: answers,
      },
    },
    '/keys/{key}': {
      get: {
        operationId: 'getKey',
        summary: 'Tells what became of a request.',
        security: [{ bearerAuth: ['notes:read'] }],
        parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string', maxLength: 255 } }],
        responses: answers,
      },
    },
    '/internal/notes': {
      post: {
        operationId: 'importNote',
        summary: 'Takes a note from another service.',
        security: [{ internalToken: [] }],
        'x-callers': ['importer'],
        requestBody: noteBody,
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        responses: answers,
      },
    },
    '/notes/{noteId}/picture': {
      put: {
        operationId: 'putPicture',
        summary: 'Takes a picture, as bytes.',
        security: [],
        requestBody: { required: true, content: { 'image/png': { schema: {} } } },
        parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string', maxLength: 8 } }],
        responses: answers,
      },
    },
    '/feedback': {
      post: {
        operationId: 'sendFeedback',
        summary: 'Takes a form.',
        security: [],
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Feedback' } },
            'application/json': { schema: { $ref: '#/components/schemas/Feedback' } },
            'text/csv': { schema: { type: 'string', maxLength: 1_000 } },
          },
        },
        responses: answers,
      },
    },
  },
  components: {
    parameters: {
      IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
      Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
    },
    schemas: {
      NewNote: {
        type: 'object',
        required: ['text', 'size'],
        properties: {
          text: { type: 'string', minLength: 1, maxLength: 80 },
          size: { type: 'number', minimum: 0.01, maximum: 100, multipleOf: 0.01 },
          kind: { enum: ['PLAIN', 'LIST'] },
          dueAt: { type: 'string', format: 'date-time' },
          friend: { type: 'string', format: 'idn-email' },
          link: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 40 },
          parts: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Part' } },
          options: { type: 'object', additionalProperties: true },
          author: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Author' }] },
        },
      },
      Part: {
        type: 'object',
        required: ['percent'],
        properties: { percent: { type: 'number', minimum: 0.01, maximum: 100 } },
      },
      Author: {
        type: 'object',
        required: ['email'],
        properties: { email: { type: 'string', format: 'email', 'x-message': 'must be the e-mail of its author.' } },
      },
      Feedback: { type: 'object', required: ['stars'], properties: { stars: { type: 'string', pattern: '^[1-5]$' } } },
    },
  },
};
