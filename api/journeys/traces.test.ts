import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedJourney } from '../../testing/counted-journey.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { CANDIDATE_01, PASSWORD } from '../../testing/people.ts';
import { PROXIED } from '../../testing/proxied.ts';
import { CAPTCHA, signIn } from '../../testing/requests.ts';
import { startTraceReceiver } from '../../testing/trace-receiver.ts';

type Receiver = Awaited<ReturnType<typeof startTraceReceiver>>;
type Line = { trace_id?: string; span_id?: string; msg?: string };

/** All that may be said of a span. */
const SAID = new Set([
  'db.query.summary',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'orbita.attempt',
  'orbita.channel',
  'orbita.cut_off',
  'orbita.job',
  'orbita.kind',
  'orbita.operation',
  'orbita.provider',
  'orbita.request_id',
  'orbita.template',
  'orbita.tenant',
  'orbita.work',
]);

/** Heads of all requests that this process makes, those of the test among them. */
function watchHeads() {
  const heads: string[] = [];
  const onFetch = (message: unknown) => {
    heads.push(JSON.stringify((message as { request: { headers: unknown } }).request.headers));
  };
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    heads.push(JSON.stringify(request.getHeaders()));
  };
  subscribe('undici:request:create', onFetch);
  subscribe('http.client.request.start', onRequest);
  return {
    heads,
    stop() {
      unsubscribe('undici:request:create', onFetch);
      unsubscribe('http.client.request.start', onRequest);
    },
  };
}

/** A way in by a password that is none. */
const WRONG = JSON.stringify({
  documentType: 'cpf',
  document: CANDIDATE_01.cpf,
  password: `${PASSWORD}x`,
  remember: false,
  captchaToken: CAPTCHA,
});
/** Sends a head, and the body once the server has read it. */
async function sendInParts(url: string, path: string, body: string): Promise<void> {
  const sent = request(url + path, {
    method: 'POST',
    headers: {
      'x-forwarded-host': 'cua.alfa.orbita.test',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
}

const tracedHarness = (receiver: Receiver, environment: Record<string, string> = {}, lines: string[] = []) =>
  startHarness({
    proves: false,
    environment: { ORBITA_TRACES_URL: receiver.url, ORBITA_TRACES_SHARE: '1', ...environment },
    writeLog: (line) => void lines.push(line),
  });

describe('J01 with every call and job traced', () => {
  const lines: string[] = [];
  let receiver: Receiver;
  let spans: ReturnType<Receiver['spans']>;
  let heads: string[];
  /** What is known of the person, each where it came from. */
  const known = new Map<string, string>();

  beforeAll(async () => {
    receiver = await startTraceReceiver();
    const harness = await tracedHarness(receiver, {}, lines);
    const watch = watchHeads();
    try {
      await countedJourney(harness, CANDIDATE_01);
      const client = harness.visitor();
      const signedIn = await signIn(client, CANDIDATE_01);
      expect(signedIn.status).toBe(200);
      note('answer of a sign-in', signedIn.body);
      for (const [name, value] of client.cookies) note(`cookie ${name}`, value);
      await harness.operations.send('GET', `/orbita/api/operations/people?document=${CANDIDATE_01.cpf}`);
      await client.send('GET', '/orbita/api/candidate/subscriptions/987654321/status', {
        headers: { 'x-request-id': `of-${CANDIDATE_01.cpf}` },
      });
      await sendInParts(harness.url, '/orbita/api/platform/auth/signin/tenants/alfa', WRONG);
      harness.platform.log.warn('outside of everything');
    } finally {
      watch.stop();
      heads = watch.heads;
      await harness.stop();
    }
    spans = receiver.spans();
  });
  afterAll(() => receiver?.stop());

  function note(where: string, value: unknown): void {
    if (typeof value === 'string' && value.length >= 6) known.set(value, where);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) note(`${where}, ${name}`, inner);
  }

  it('S27: exports nothing about the person', () => {
    for (const [name, value] of Object.entries(CANDIDATE_01)) known.set(value, name);
    known.set('111.222.333-96', 'cpf');
    known.set(PASSWORD, 'password');
    const taken = receiver.taken();
    expect(taken.length).toBeGreaterThan(10_000);
    for (const [value, where] of known) {
      expect(taken, where).not.toContain(value);
      expect(taken, where).not.toContain(encodeURIComponent(value));
    }
  });

  it('has only known attributes and product terms in its spans', () => {
    expect(
      [...new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))].filter(
        (key) => !SAID.has(key),
      ),
    ).toEqual([]);
    for (const { name, attributes } of spans) {
      expect(name).toMatch(/^[A-Za-z][\w -]*(?:\/[\w{}:*./-]*)?$/);
      for (const [key, value] of Object.entries(attributes))
        if (key === 'orbita.request_id') expect(value).toMatch(/^[0-9a-f-]{36}$/);
        else if (key === 'orbita.template') expect(value).toMatch(/^N[A-Z]*-\d\d$/);
        else if (typeof value === 'string') expect(value, key).toMatch(/^[A-Za-z_ /{}:*.-]+$|^[0-9A-Z]{5}$/);
    }
    const names = spans.map(({ name }) => name);
    // An id in an address, or a query, would be such a name.
    expect(names.filter((name) => /[?=]|\d{3}/.test(name))).toEqual([]);
  });

  it('names a call as the protocol does, with its tenant and outcome', () => {
    expect(spans.find(({ name }) => name === 'POST /candidate/subscriptions/{id}/contract')).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/orbita/api/candidate/subscriptions/:id/contract',
        'http.response.status_code': 201,
        'orbita.tenant': 'alfa',
      },
    });
    const refused = spans.filter(({ attributes }) => attributes['error.type'] === 'UNAUTHENTICATED');
    expect(refused[0]).toMatchObject({ failed: false, attributes: { 'http.response.status_code': 401 } });
  });

  it('has call, transaction and provider in one trace', () => {
    const call = spans.find(({ name }) => name === 'POST /candidate/subscriptions/{id}/payments');
    const inTrace = spans.filter(({ traceId }) => traceId === call?.traceId);
    const parts = inTrace.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['transaction', 'pix create']));
    const transactions = new Set(
      parts.flatMap(({ name, spanId }) => (name === 'transaction' ? [spanId] : [])),
    );
    const asked = inTrace.filter(({ parentSpanId }) => transactions.has(parentSpanId ?? ''));
    expect(asked.map(({ name }) => name)).toContain('insert payment');
    expect(inTrace.find(({ name }) => name === 'pix create')).toMatchObject({
      kind: 3,
      attributes: { 'orbita.provider': 'pix', 'orbita.operation': 'create' },
    });
  });

  it('links a message to the call that wrote it and to the run that sent it', () => {
    const sent = spans.filter(({ name }) => name === 'send message');
    expect(sent.length).toBeGreaterThan(5);
    const named = (of: { spanId: string }) => spans.find(({ spanId }) => spanId === of.spanId);
    const accepted = sent.find(({ attributes }) => attributes['orbita.template'] === 'N-08');
    const [origin, round] = (accepted?.links ?? []).map(named);
    expect(round?.name).toBe('job outbox');
    expect(origin?.traceId).not.toBe(accepted?.traceId);
    const calls = sent.map(({ links }) => links.map(named)[0]);
    // What wrote it is a transaction of a call or job.
    for (const written of calls) expect(written?.kind).toBe(3);
    const root = spans.find(({ traceId, parentSpanId }) => traceId === origin?.traceId && !parentSpanId);
    expect(root?.name).toMatch(/^(?:POST|PUT) \//);
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === accepted?.spanId);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['mail send', 'with notification']));
  });

  it('continues after a body that arrives later than its head', () => {
    const ways = spans.filter(({ name }) => name === 'POST /platform/auth/signin/tenants/{tenant}');
    const call = ways.find(({ attributes }) => Number(attributes['http.response.status_code']) >= 400);
    expect(call?.attributes['error.type']).toMatch(/^[A-Z_]+$/);
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(parts.map(({ name }) => name)).toContain('captcha verify');
  });

  it('includes job runs, the scanner and the file store', () => {
    const names = new Set(spans.map(({ name }) => name));
    for (const name of [
      'job outbox',
      'job retention',
      'tenants due',
      'scan scan',
      'files putStream',
      'captcha verify',
    ])
      expect(names).toContain(name);
  });

  it('passes no trace to external services', () => {
    expect(heads.length).toBeGreaterThan(50);
    for (const head of heads) expect(head.toLowerCase()).not.toMatch(/traceparent|tracestate|baggage/);
  });

  it('names the trace in the log lines written during it, and in no others', () => {
    const traces = new Set(spans.map(({ traceId }) => traceId));
    const read = lines.map((line) => JSON.parse(line) as Line);
    const inTraces = read.filter(({ trace_id }) => trace_id !== undefined);
    expect(inTraces.length).toBeGreaterThan(0);
    for (const { trace_id = '', span_id } of inTraces) {
      expect(traces).toContain(trace_id);
      expect(span_id).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(read.find(({ msg }) => msg === 'outside of everything')?.trace_id).toBeUndefined();
  });
});

describe('a trace that a request names', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  const PARENT = 'b7ad6b7169203331';
  const CALL = '/orbita/api/candidate/institutions';

  async function tracesAfter(environment: Record<string, string>, traceparents: readonly string[]) {
    const receiver = await startTraceReceiver();
    const harness: Harness = await tracedHarness(receiver, environment);
    for (const traceparent of traceparents)
      expect((await harness.visitor().send('GET', CALL, { headers: { traceparent } })).status).toBe(200);
    await harness.stop();
    await receiver.stop();
    return receiver.spans().filter(({ name }) => name === 'GET /candidate/institutions');
  }
  const NAMED = { ORBITA_PROXY_HEADERS: `${PROXIED.ORBITA_PROXY_HEADERS},trace=traceparent` };

  it('is continued where our proxy sends it, in the configured header', async () => {
    const sampled = `00-${TRACE}-${PARENT}-01`;
    const [span, ...others] = await tracesAfter({ ...NAMED, ORBITA_TRACES_SHARE: '0' }, [
      sampled,
      `00-${TRACE}-${PARENT}-00`,
    ]);
    expect([span?.traceId, span?.parentSpanId, others.length]).toEqual([TRACE, PARENT, 0]);
  });

  it.each([
    ['no header is named', {}],
    ['its sender is no proxy of ours', { ...NAMED, ORBITA_TRUST_PROXY: '203.0.113.7' }],
  ])('is ignored where %s', async (_why, environment) => {
    const harness = { ...environment, ORBITA_TRACES_SHARE: '1' };
    const strange = [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-00`];
    const receiver = await startTraceReceiver();
    const { visitor, stop } = await tracedHarness(receiver, harness);
    for (const traceparent of strange) await visitor().send('GET', CALL, { headers: { traceparent } });
    await stop();
    await receiver.stop();
    const calls = receiver.spans().filter(({ name }) => name === 'GET /candidate/institutions');
    expect(calls).toHaveLength(2);
    for (const { traceId, parentSpanId } of calls) {
      expect(traceId).not.toBe(TRACE);
      expect(parentSpanId).toBeUndefined();
    }
  });

  it.each([
    `00-${TRACE}-${PARENT}`,
    `01-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-${'x'.repeat(4_000)}`,
  ])('is ignored when malformed: %s', async (traceparent) => {
    const [span] = await tracesAfter(NAMED, [traceparent]);
    expect(span?.parentSpanId).toBeUndefined();
    expect(span?.traceId).not.toBe(TRACE);
  });
});
