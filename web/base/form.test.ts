import { beforeEach, describe, expect, it, vi } from 'vitest';

/** A minimal stand-in for the parts of React and react-hook-form that the form uses. */
const host = vi.hoisted(() => ({
  slots: [] as unknown[],
  effects: [] as [string, () => void][],
  at: 0,
  errors: {} as Record<string, unknown>,
  values: {} as Record<string, unknown>,
  submitting: false,
  options: {} as { resolver: (values: unknown) => { values: unknown; errors: Record<string, unknown> } },
}));
vi.mock('react', () => ({
  useState: (first: unknown) => {
    const slot = host.at++;
    if (!(slot in host.slots)) host.slots[slot] = first;
    const write = (next: unknown) => {
      host.slots[slot] = typeof next === 'function' ? next(host.slots[slot]) : next;
    };
    return [host.slots[slot], write];
  },
  useEffect: (effect: () => void, watched: unknown[]) =>
    void host.effects.push([JSON.stringify(watched), effect]),
}));
vi.mock('react-hook-form', async (load) => {
  const { set } = await load<typeof import('react-hook-form')>();
  return {
    set,
    useForm: (options: typeof host.options) => {
      host.options = options;
      return {
        register: (name: string) => ({ name }),
        formState: { errors: host.errors, isSubmitting: host.submitting },
        setError: (name: string, error: unknown) => void set(host.errors, name, error),
        handleSubmit:
          (valid: (values: unknown) => Promise<unknown>, invalid: (errors: unknown) => void) => async () => {
            const { values, errors } = options.resolver(host.values);
            host.errors = errors;
            if (Object.keys(errors).length === 0) await valid(values);
            else invalid(errors);
          },
      };
    },
  };
});

import { ApiError } from '@orbita/client/errors.ts';
import { asNumber, useDomainForm as begin, type DomainFormOptions, type Judge } from './form.ts';

const refusal = (errors: ApiError['fields']) => new ApiError(422, { errors });

type Values = { name?: string; address?: { street?: string } };
let effectsOf = '';
const required = (value: unknown) => (value ? undefined : 'Obrigatório.');
const JUDGE: Judge<Values> = (values) => [
  ...(values.name ? [] : [{ field: 'name', message: 'Obrigatório.' }]),
  ...(values.address?.street ? [] : [{ field: 'address.street', message: 'Rua.' }]),
];
/** Renders the form and runs effects whose dependencies changed. */
function drawn(judge: Judge<Values> = JUDGE, options?: DomainFormOptions<Values>) {
  const once = () => {
    host.at = 0;
    host.effects = [];
    return begin<Values>(judge, {}, options);
  };
  once();
  for (const [watched, effect] of host.effects)
    if (watched !== effectsOf) {
      effectsOf = watched;
      effect();
    }
  return once();
}
async function submit(
  send: (values: Values) => Promise<unknown>,
  judge = JUDGE,
  options?: DomainFormOptions<Values>,
) {
  drawn(judge, options).submit(send)();
  await new Promise((done) => setTimeout(done));
  return drawn(judge, options);
}
beforeEach(() => {
  Object.assign(host, { slots: [], errors: {}, values: {}, submitting: false });
  effectsOf = '';
});
const GOOD = { name: 'Ana', address: { street: 'Rua Um' } };

it('a new form has no errors', () => {
  const form = drawn();
  expect([form.errors, form.summary, form.attempts, form.busy, form.failure]).toEqual([
    {},
    [],
    0,
    false,
    undefined,
  ]);
  expect(form.field('name')).toEqual({ id: 'name', error: undefined });
  host.submitting = true;
  expect(drawn().busy).toBe(true);
});

describe('a form with errors', () => {
  it('is not sent; its fields and its summary show the errors with the labels', async () => {
    const send = vi.fn(async () => undefined);
    const form = await submit(send, JUDGE, { labels: { name: 'Nome' } });
    expect(send).not.toHaveBeenCalled();
    expect(form.errors).toEqual({ name: 'Obrigatório.', 'address.street': 'Rua.' });
    expect(form.field('address.street').error).toBe('Rua.');
    expect(form.summary.map(({ id }) => id)).toEqual(['name', 'address.street']);
    expect(form.summary[0]?.message).toContain('Nome');
    expect(form.attempts).toBe(1);
  });
  it('can be validated by rules per field', async () => {
    const form = await submit(async () => undefined, { name: required } as never);
    expect(form.errors).toEqual({ name: 'Obrigatório.' });
  });
  it('removes a corrected field from its summary until the next submit', async () => {
    await submit(async () => undefined);
    host.errors = { address: { street: { type: 'rule', message: 'Rua.' } } };
    expect(drawn().summary.map(({ id }) => id)).toEqual(['address.street']);
    host.errors = { name: { type: 'rule', message: 'Obrigatório.' } };
    expect(drawn().summary).toEqual([]);
  });
  it('reads only errors from the error tree', () => {
    host.errors = {
      name: { type: 'rule', message: 'x', ref: { type: 'text', message: 'no' } },
      address: {
        street: { type: 'rule', message: 'y' },
        ref: { type: 'a', message: 'b' },
        city: null,
        zip: { message: 1, type: 'z' },
        no: { message: 'w', type: 3 },
      },
    };
    expect(drawn().errors).toEqual({ name: 'x', 'address.street': 'y' });
  });
});

describe('a valid form', () => {
  beforeEach(() => {
    host.values = GOOD;
  });
  it('is sent with what was typed', async () => {
    const send = vi.fn(async () => undefined);
    const form = await submit(send);
    expect(send).toHaveBeenCalledExactlyOnceWith(GOOD);
    expect([form.summary, form.attempts, form.failure]).toEqual([[], 0, undefined]);
  });
  it('shows server errors at their fields, again on each attempt', async () => {
    const refuse = async () => {
      throw refusal([
        { field: 'name', message: 'Já existe.' },
        { field: 'street', message: 'Não.' },
      ]);
    };
    const options = { fromServer: (field: string) => (field === 'street' ? 'address.street' : field) };
    const form = await submit(refuse, JUDGE, options);
    expect(form.errors).toEqual({ name: 'Já existe.', 'address.street': 'Não.' });
    expect(host.errors).toMatchObject({ name: { type: 'server' } });
    expect(form.summary.map(({ id }) => id)).toEqual(['name', 'address.street']);
    expect([form.attempts, form.failure]).toEqual([1, undefined]);
    expect((await submit(refuse, JUDGE, options)).attempts).toBe(2);
    expect((await submit(async () => undefined, JUDGE, options)).summary).toEqual([]);
  });
  it('shows a server error at the field of the same name when nothing maps it', async () => {
    const form = await submit(() => Promise.reject(refusal([{ field: 'name', message: 'Já existe.' }])));
    expect(form.errors).toEqual({ name: 'Já existe.' });
    expect(form.summary.map(({ id }) => id)).toEqual(['name']);
  });
  it('keeps a failure that belongs to no field until the next attempt', async () => {
    const failed = new Error('away');
    const form = await submit(async () => {
      throw failed;
    });
    expect([form.failure, form.attempts, form.errors]).toEqual([failed, 0, {}]);
    expect((await submit(async () => undefined)).failure).toBeUndefined();
    const bare = refusal([]);
    expect((await submit(() => Promise.reject(bare))).failure).toBe(bare);
  });
});

it.each([
  ['', null],
  [null, null],
  [undefined, null],
  ['0', 0],
  ['7', 7],
])('the number of a select: %s is %s', (typed, kept) => {
  expect((asNumber as { setValueAs: (value: unknown) => unknown }).setValueAs(typed)).toBe(kept);
});
