import { calls } from '@orbita/protocol';
import { expect, it } from 'vitest';
import { webSources } from './web-sources.ts';

const sources = webSources();

/** Candidate calls that no page makes by their name in the protocol, and why. */
const NOT_BY_NAME: Readonly<Record<string, string>> = {
  'POST /candidate/telemetry/client-errors':
    'reported by fetch, so that a failure of the client is not reported by itself',
  'POST /candidate/subscriptions/{id}/documents/{documentId}/files':
    'for systems that send a file in one piece; pages send pieces that can be continued',
  'POST /candidate/subscriptions/{id}/documents/{documentId}/uploads': 'made by tus-js-client',
  'OPTIONS /candidate/subscriptions/{id}/documents/{documentId}/uploads':
    'asked by programs that do not know the server',
  'OPTIONS /candidate/uploads/{uploadId}': 'asked by programs that do not know the server',
  'HEAD /candidate/uploads/{uploadId}': 'made by tus-js-client',
  'PATCH /candidate/uploads/{uploadId}': 'made by tus-js-client',
  'DELETE /candidate/uploads/{uploadId}': 'made by tus-js-client',
  'GET /candidate/documents/links/{ticket}': 'an address that the server hands out and the browser opens',
  'POST /candidate/users/{uuid}/privacy-requests/{id}/file':
    'sent as a form, so that the browser stores the answer as a file',
  'GET /candidate/institution/by-code/{code}':
    "the settings in the page name the institution; for an institution's own pages",
  'GET /candidate/states/{id}': "all states are read at once; for an institution's own pages",
  'DELETE /candidate/payments/{paymentId}':
    'pages replace an open charge in one call, so that nobody is left without one',
};

it('every candidate call is made by a page, or has a reason why not', () => {
  const unused = Object.keys(calls).filter(
    (key) => key.includes(' /candidate/') && !key.endsWith('/health') && !sources.includes(`'${key}'`),
  );
  expect(unused.sort()).toEqual(Object.keys(NOT_BY_NAME).sort());
});
