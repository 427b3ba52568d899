import { familyOf, scopesOfFamily } from '@orbita/domain/staff';
import { statusInfo } from '@orbita/domain/subscription';
import { describe, expect, it } from 'vitest';
import { toJSONSchema, type z } from 'zod';
import { examples } from './examples/index.ts';
import {
  addressOf,
  errorCatalogue,
  errorEnvelope,
  openersOf,
  paramsSchema,
  possibleErrors,
  scopes,
  wholeScopes,
} from './foundation/index.ts';
import { type CallKey, callOf, calls, modules } from './index.ts';
import { liveEvent } from './messaging/index.ts';

const keys = Object.keys(calls) as CallKey[];

/** Names of all fields of a shape, at any depth. */
const fieldsOf = (shape: unknown): string[] =>
  typeof shape !== 'object' || shape === null
    ? []
    : Object.entries(shape).flatMap(([name, inner]) => [
        ...(name === 'properties' ? Object.keys(inner as object) : []),
        ...fieldsOf(inner),
      ]);

it.each(keys.filter((key) => callOf(key).body))('R9: %s accepts no card', (key) => {
  const { body } = callOf(key);
  const fields = fieldsOf(body && toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  expect(
    fields.filter((name) => /cvv|cvc|security.?code|card.?number|^pan$|expir(y|ation)/i.test(name)),
  ).toEqual([]);
});

it('R9: only the data of the bank’s own card fields is accepted', () => {
  const { body } = callOf('POST /candidate/subscriptions/{id}/payments');
  const card = {
    ...{ provider: 'cielo', token: 't', brand: 'visa', last4: '1111' },
    ...{ holderName: 'A', holderDocument: '1' },
  };
  const sent = (given: object) => ({
    purpose: 'enrollment',
    priceId: 1,
    method: 'credit-card',
    installments: 1,
    card: given,
  });
  expect(body?.safeParse(sent(card)).success).toBe(true);
  expect(body?.safeParse(sent({ ...card, last4: '4111111111111111' })).success).toBe(false);
  const read = body?.safeParse(sent({ ...card, number: '4111111111111111', cvv: '123' }));
  expect(JSON.stringify(read?.data ?? {})).not.toMatch(/4111111111111111|cvv/);
});

describe('keys of calls', () => {
  it.each(keys)('%s is well formed', (key) => {
    expect(() => addressOf(key)).not.toThrow();
  });

  it('name every address once, whatever its parameters are called', () => {
    const shapes = keys.map((key) => key.replace(/\{\w+\}/g, '{}').replace(/\/$/, ''));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('are not lost when the modules are combined', () => {
    const counted = Object.values(modules).map((module) => Object.keys(module).length);
    expect(keys.length).toBe(counted.reduce((sum, count) => sum + count, 0));
  });

  it.each(keys)('%s declares each of its parameters', (key) => {
    expect(Object.keys(paramsSchema(key, callOf(key)).shape).sort()).toEqual(
      [...addressOf(key).params].sort(),
    );
  });

  it('accept ids in an address only as positive integers', () => {
    const key = 'GET /candidate/users/{uuid}/subscription/{id}';
    const schema = paramsSchema(key, callOf(key));
    expect(schema.parse({ uuid: 'u', id: '5001' })).toEqual({ uuid: 'u', id: 5001 });
    for (const wrong of ['0', '-1', '1.5', 'abc', '']) {
      expect(schema.safeParse({ uuid: 'u', id: wrong }).success).toBe(false);
    }
  });

  it('refuse a malformed key', () => {
    expect(() => addressOf('TRACE /candidate/x')).toThrow('Malformed call key');
    expect(() => addressOf('GET /other/x')).toThrow('Malformed call key');
  });
});

describe('definitions of calls', () => {
  it.each(keys)('%s names only known codes, each once', (key) => {
    const { errors } = callOf(key);
    expect(errors.filter((code) => !(code in errorCatalogue))).toEqual([]);
    expect(new Set(errors).size).toBe(errors.length);
  });

  it('use every code of the catalogue', () => {
    const used = new Set(keys.flatMap((key) => possibleErrors(key, callOf(key))));
    expect(
      Object.keys(errorCatalogue).filter((code) => !used.has(code as keyof typeof errorCatalogue)),
    ).toEqual([]);
  });

  it.each(keys)('%s has a summary and an answer', (key) => {
    const call = callOf(key);
    expect(call.summary).not.toBe('');
    expect(Object.keys(call.responses).some((status) => /^[23]/.test(status))).toBe(true);
  });

  it('give every call of operations a scope, and no other call', () => {
    for (const key of keys) {
      const call = callOf(key);
      expect([key, call.scope !== undefined]).toEqual([key, call.auth === 'service']);
      if (call.auth === 'service') expect(addressOf(key).api).toBe('operations');
    }
  });

  it('use every scope that can be granted, and no other', () => {
    const asked = keys.flatMap((key) => {
      const { alsoScope, within } = callOf(key);
      return [...openersOf(callOf(key)), alsoScope, within?.scope].filter((scope) => scope !== undefined);
    });
    expect([...scopes].sort()).toEqual([...new Set([...asked, ...asked.map(familyOf)])].sort());
    expect(wholeScopes).toEqual([...new Set(scopes.map(familyOf))]);
  });

  it('name a part wherever the family has parts, except for the audit, which is the whole privacy family', () => {
    const whole = keys.filter((key) =>
      openersOf(callOf(key)).some(
        (scope) => scopesOfFamily(familyOf(scope)).length > 1 && !scope.includes('.'),
      ),
    );
    expect(whole).toEqual(['GET /operations/audit']);
  });

  it('require an idempotency key exactly where a double click would do harm', () => {
    expect(keys.filter((key) => callOf(key).idempotent)).toEqual([
      'POST /candidate/subscriptions/{id}/essays',
      'POST /candidate/subscriptions/essays/{essayId}/finish',
      'POST /candidate/guardian-acceptance/contract',
      'POST /candidate/subscriptions/{id}/contract',
      'POST /candidate/subscriptions/{id}/payments',
    ]);
  });

  it('list those whose secret is shown once', () => {
    expect(keys.filter((key) => callOf(key).showsSecret)).toEqual([
      'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation',
      'POST /operations/tokens',
      'POST /operations/approvals/{id}/token',
      'POST /operations/subscriptions/{id}/access-keys',
      'POST /operations/handoffs',
      'POST /operations/webhook-endpoints',
      'POST /operations/webhook-endpoints/{id}/rotation',
      'POST /operations/staff/invites',
      'POST /operations/subscriptions/{id}/views',
    ]);
  });

  it('add the generic codes that follow from the kind of call', () => {
    const key = 'POST /candidate/subscriptions/{id}/payments';
    expect(possibleErrors(key, callOf(key))).toEqual(
      expect.arrayContaining(['UNAUTHENTICATED', 'IDEMPOTENCY_CONFLICT', 'HOST_UNKNOWN', 'RATE_LIMITED']),
    );
    const ops = 'GET /operations/essays';
    expect(possibleErrors(ops, callOf(ops))).not.toContain('HOST_UNKNOWN');
  });
});

/** Events on the two sockets during one enrolment (spec 24). */
const liveExamples: readonly unknown[] = [
  {
    id: '01J0000000000000000000001',
    type: 'payment.confirmed',
    occurredAt: '2026-01-12T10:50:00-03:00',
    subscriptionId: 5001,
    version: 9,
    data: { paymentId: 8001, purpose: 'enrollment', method: 'pix', amount: 360, state: 'paid' },
  },
  {
    id: '01J0000000000000000000002',
    type: 'subscription.status-changed',
    occurredAt: '2026-01-12T10:50:00-03:00',
    subscriptionId: 5001,
    version: 10,
    data: {
      from: 6,
      to: 5,
      event: 'payment-confirmed',
      statusName: 'Documentação pendente',
      page: 'documents',
    },
  },
];

const parsed = (schema: z.ZodType | null | undefined, value: unknown) => {
  expect(schema).toBeTruthy();
  return (schema as z.ZodType).parse(value);
};

describe('worked examples of one enrolment', () => {
  it.each(Object.keys(examples) as CallKey[])('%s', (key) => {
    const call = callOf(key);
    const example = examples[key];
    if (example?.body !== undefined) expect(parsed(call.body, example.body)).toEqual(example.body);
    for (const [status, value] of Object.entries(example?.answers ?? {})) {
      const schema = call.responses[Number(status)] ?? errorEnvelope;
      // Equality, not only success: a field missing from the schema would be dropped here.
      expect(parsed(schema, value)).toEqual(value);
    }
  });

  const ofSystems = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'service');
  it.each(ofSystems)('%s shows the request and the response', (key) => {
    const { body, responses } = callOf(key);
    const example = examples[key];
    expect(example?.body !== undefined).toBe(body !== undefined);
    const answered = Object.keys(responses).filter((status) => responses[Number(status)]);
    expect(Object.keys(example?.answers ?? {})).toEqual(answered);
  });

  it('with a status contain its name and colour', () => {
    const named = JSON.stringify(Object.values(examples)).matchAll(
      /"subscriptionStatus":(\d+).*?"statusName":"(.*?)","statusColor":"(.*?)"/g,
    );
    const rows = [...named].map(([, number, name, colour]) => [Number(number), name, colour]);
    expect(rows.length).toBeGreaterThan(3);
    for (const [number, name, colour] of rows) {
      const { label, color } = statusInfo(Number(number));
      expect([number, name, colour]).toEqual([number, label, color]);
    }
  });

  it('live events', () => {
    for (const event of liveExamples) expect(liveEvent.parse(event)).toEqual(event);
  });

  it('ignore unknown fields of a body', () => {
    const { body } = callOf('POST /candidate/subscriptions/{id}/essays');
    expect(parsed(body, { rulesAccepted: true, extra: 1 })).toEqual({ rulesAccepted: true });
  });
});
