import fc from 'fast-check';
import { filledPath, queryOf, targets } from './addresses.ts';
import { jsonBodies, multipartBodies, type Sent } from './bodies.ts';
import type { Audience, Described, Description } from './description.ts';
import { FORM, formBodies } from './forms.ts';
import { type Header, headersOf } from './headers.ts';
import { type Known, valuesOf } from './values.ts';

/** What somebody would send about their own data. */
export type Example = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
};
/** A caller: where, with what data, and which names have existing values. */
export type Actor = {
  name: string;
  audience: Audience;
  host: string;
  known: Known;
  exampleOf(key: string): Example | undefined;
};

const FRAMINGS = [
  ...[
    'length',
    'chunked',
    'dripped',
    'pipelined',
    'short',
    'long',
    'both',
    'two lengths',
    'abandoned',
    'http/1.0',
  ],
  ...[
    'bare newlines',
    'no host',
    'two hosts',
    'odd host',
    'odd header',
    'folded header',
    'much head',
    'odd version',
  ],
] as const;
type Framing = (typeof FRAMINGS)[number];

/** A request before it is turned into bytes; the caller's credentials are added when it is sent. */
export type Plan = {
  key: string;
  actor: string;
  method: string;
  target: string;
  host: string;
  headers: readonly Header[];
  body: Sent | undefined;
  framing: Framing;
  /** Address and method are those of the call, so its own rules must have responded. */
  straight: boolean;
};

const OTHER_METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'DELETE',
  'POST',
  'PUT',
  'TRACE',
  'PROPFIND',
  'CONNECT',
  'FOO',
  'get',
];
const rare = FRAMINGS.filter((one) => one !== 'length');

const framing: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<Framing>('length') },
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
);

/** All possible requests of one call made by one actor. */
export function plansOf(description: Description, call: Described, actor: Actor): fc.Arbitrary<Plan> {
  const values = valuesOf(description, actor.known);
  const example = actor.exampleOf(call.key);
  const examples = { ...example?.query, ...example?.params, ...example?.headers };
  const valueFor = (name: string): fc.Arbitrary<unknown> => {
    const schema = call.parameters.find((one) => one.name.toLowerCase() === name.toLowerCase())?.schema;
    const made = values(schema ?? { type: 'string' }, name);
    return examples[name] === undefined
      ? made
      : fc.oneof({ weight: 8, arbitrary: fc.constant(examples[name]) }, { weight: 1, arbitrary: made });
  };

  const bodies = (): fc.Arbitrary<Sent | undefined> => {
    if (!call.body) {
      const needless = jsonBodies(fc.constantFrom<unknown>({}, [], null, { a: 1 }));
      return fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: needless });
    }
    const { type } = call.body;
    if (type !== 'application/json' && type !== FORM) return multipartBodies();
    const good = [
      { weight: 3, arbitrary: values(call.body.schema) },
      ...(example?.body === undefined ? [] : [{ weight: 6, arbitrary: fc.constant(example.body) }]),
      ...(call.body.example === undefined ? [] : [{ weight: 1, arbitrary: fc.constant(call.body.example) }]),
    ];
    const written = type === FORM ? formBodies : jsonBodies;
    return fc.oneof(
      { weight: 40, arbitrary: written(fc.oneof(...good)) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
  };

  const method = fc.oneof(
    { weight: 40, arbitrary: fc.constant(call.method) },
    { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) },
  );
  return fc
    .record({
      at: targets(filledPath(call, valueFor), queryOf(call, valueFor)),
      method,
      headers: headersOf(call, valueFor),
      body: bodies(),
      framing,
    })
    .map(({ at, method, headers, body, framing }) => ({
      key: call.key,
      actor: actor.name,
      method,
      target: at.target,
      host: actor.host,
      headers,
      body,
      framing,
      straight: !at.bent && method === call.method,
    }));
}
