type Schema = { readonly [key: string]: unknown };
type Operation = {
  parameters?: readonly Schema[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};
/** The parts of an OpenAPI document that matter for comparing two releases. */
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Schema>>;
};

const SAID_TO_PEOPLE = new Set(['description', 'summary', 'example', 'examples', 'tags', 'title']);

/** A description without text for people, and without error responses. */
export const bareDescription = (text: string): Description => {
  const { paths, components } = JSON.parse(text, function (this: unknown, key, value) {
    if (SAID_TO_PEOPLE.has(key) && typeof value === 'string') return undefined;
    return key === 'example' || key === 'examples' || /^[45]\d\d$/.test(key) ? undefined : value;
  }) as Description;
  return { paths, components };
};

type Side = 'asked' | 'answered';

/**
 * What pages and systems built for the release `before` would have refused, or would miss, at `after`: one line per
 * incompatibility. In requests: a call that is gone, a newly required field, a type or value no longer accepted. In responses:
 * a field that is gone or may be missing, a different type.
 */
export function descriptionOffences(before: Description, after: Description): string[] {
  const offences: string[] = [];
  const seen = new Set<string>();
  const resolved = (schema: Schema | undefined, of: Description): Schema => {
    const ref = schema?.$ref;
    if (typeof ref !== 'string') return schema ?? {};
    const [, , kind = '', name = ''] = ref.split('/');
    return resolved(of.components[kind]?.[name], of);
  };
  /** The alternatives of a value. */
  const formsOf = (schema: Schema | undefined, of: Description): Schema[] => {
    const one = resolved(schema, of);
    const forms = (one.anyOf ?? one.oneOf) as Schema[] | undefined;
    return forms ? forms.flatMap((form) => formsOf(form, of)) : [one];
  };
  const kindOf = ({ type, const: value, enum: values }: Schema): string =>
    String(type ?? (value === undefined ? (values ? 'string' : 'any') : typeof value)).replace(
      'integer',
      'number',
    );
  const valuesOf = ({ const: value, enum: values }: Schema): unknown[] | undefined =>
    value === undefined ? (values as unknown[] | undefined) : [value];
  const fieldsOf = ({ properties }: Schema) => (properties ?? {}) as Record<string, Schema>;
  const neededIn = ({ required }: Schema) => (required ?? []) as string[];

  function compare(at: string, side: Side, old: Schema | undefined, now: Schema | undefined): void {
    const pair = `${side} ${old?.$ref ?? ''} ${now?.$ref ?? ''}`;
    if (old?.$ref && now?.$ref) {
      if (seen.has(pair)) return;
      seen.add(pair);
    }
    // Requests: each former alternative must still be accepted. Responses: each current alternative must be one of the former
    // ones.
    const [given, taking] =
      side === 'asked'
        ? [formsOf(old, before), formsOf(now, after)]
        : [formsOf(now, after), formsOf(old, before)];
    for (const form of given) {
      const same = taking.filter(
        (one) => [kindOf(form), 'any'].includes(kindOf(one)) || kindOf(form) === 'any',
      );
      if (same.length === 0)
        offences.push(`${at}: ${kindOf(form)} is ${side === 'asked' ? 'not taken' : 'new'}`);
      const values = valuesOf(form);
      const taken = same.map(valuesOf);
      if (side === 'asked' && values && same.length > 0 && taken.every((one) => one !== undefined))
        for (const value of values)
          if (!taken.some((one) => one?.includes(value))) offences.push(`${at}: ${value} is not taken`);
    }
    const [olds, news] = [formsOf(old, before), formsOf(now, after)];
    // Several objects are alternatives that cannot be told apart here.
    const [one, ...others] = olds.filter((form) => kindOf(form) === 'object');
    const [other, ...rest] = news.filter((form) => kindOf(form) === 'object');
    if (one && other && others.length === 0 && rest.length === 0) {
      for (const name of neededIn(side === 'asked' ? other : one))
        if (!neededIn(side === 'asked' ? one : other).includes(name))
          offences.push(`${at}.${name}: ${side === 'asked' ? 'is now demanded' : 'may be missing'}`);
      for (const [name, field] of Object.entries(fieldsOf(one)))
        if (fieldsOf(other)[name]) compare(`${at}.${name}`, side, field, fieldsOf(other)[name]);
    }
    const [list] = olds.filter((form) => kindOf(form) === 'array');
    const [newList] = news.filter((form) => kindOf(form) === 'array');
    if (list && newList) compare(`${at}[]`, side, list.items as Schema, newList.items as Schema);
  }

  for (const [path, calls] of Object.entries(before.paths))
    for (const [method, old] of Object.entries(calls)) {
      const at = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) {
        offences.push(`${at}: is gone`);
        continue;
      }
      const demanded = (of: Description, { parameters = [] }: Operation) =>
        parameters.map((one) => resolved(one, of)).filter(({ required }) => required === true);
      const known = demanded(before, old).map(({ in: where, name }) => `${where} ${name}`);
      for (const { in: where, name } of demanded(after, now))
        if (!known.includes(`${where} ${name}`)) offences.push(`${at}: ${where} ${name} is now demanded`);
      for (const [type, { schema }] of Object.entries(old.requestBody?.content ?? {}))
        compare(`${at} ${type}`, 'asked', schema, now.requestBody?.content?.[type]?.schema);
      for (const [status, { content = {} }] of Object.entries(old.responses ?? {}))
        for (const [type, { schema }] of Object.entries(content))
          compare(`${at} ${status}`, 'answered', schema, now.responses?.[status]?.content?.[type]?.schema);
    }
  return offences;
}
