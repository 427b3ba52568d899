import { ApiError } from '@orbita/client/errors.ts';
import { check, type FieldError, isBlank, plainLine, type Rules } from '@orbita/domain/foundation';
import type { SummaryError } from '@orbita/ui/error-summary';
import { type Control, watchLate } from '@orbita/ui/late-values.ts';
import { shownIn } from '@orbita/ui/masks.ts';
import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { summaryText } from './summary-text.ts';

/** Rules of the domain by field, or a function that returns the errors (field names may be paths, `personAddress.street`). */
export type Judge<V> = Rules<V> | ((values: V) => readonly FieldError[]);

export type DomainFormOptions<V extends FieldValues> = {
  /** Label of each field by its path, for the error summary. */
  labels?: Partial<Record<string, string>>;
  /** Maps a field name from the server to its path in the form. */
  fromServer?: (field: string) => Path<V> | string;
};

export type DomainForm<V extends FieldValues> = {
  /** The rest of react-hook-form: `watch`, `setValue`, `reset`, `formState.isDirty`. */
  form: UseFormReturn<V>;
  /** For the control: `<TextInput {...register('name')} />`. */
  register: UseFormReturn<V>['register'];
  /** For its frame: `<Field {...field('name')} label="…">`. */
  field: (name: Path<V>) => { id: string; error: string | undefined };
  errors: Readonly<Record<string, string>>;
  /** For `<ErrorSummary errors={summary} focusOn={attempts} />`: errors of the last submit that have not been corrected. */
  summary: SummaryError[];
  attempts: number;
  busy: boolean;
  /** Error of the last submit that belongs to no field. */
  failure: unknown;
  /** `<form onSubmit={submit(send)}>`; an error thrown by `send` is mapped to fields or kept as `failure`. */
  submit: (send: (values: V) => Promise<unknown>) => (event?: { preventDefault(): void }) => void;
};

/** Register option for a control that holds a number: '' becomes null. */
export const asNumber: RegisterOptions = {
  setValueAs: (value) => (isBlank(String(value ?? '')) ? null : Number(plainLine(String(value)))),
};

const problemsOf = <V extends FieldValues>(judge: Judge<V>, values: V): readonly FieldError[] =>
  typeof judge === 'function' ? judge(values) : check(values, judge as Rules<V>);

const resolverOf =
  <V extends FieldValues>(judge: Judge<V>): Resolver<V> =>
  (values) => {
    const problems = problemsOf(judge, values);
    if (problems.length === 0) return { values, errors: {} };
    const errors = {};
    for (const { field, message } of problems) set(errors, field, { type: 'rule', message });
    return { values: {}, errors };
  };

/** Flattens the error tree of react-hook-form into messages by path. */
function flatten(tree: unknown, path = '', found: Record<string, string> = {}): Record<string, string> {
  if (typeof tree !== 'object' || tree === null) return found;
  const { message, type } = tree as { message?: unknown; type?: unknown };
  if (typeof message === 'string' && typeof type === 'string') {
    found[path] = message;
    return found;
  }
  for (const [name, part] of Object.entries(tree)) {
    if (name !== 'ref') flatten(part, path ? `${path}.${name}` : name, found);
  }
  return found;
}

/**
 * A form validated by the rules of the domain, which the server applies too. Fields are validated on submit, then while they
 * are corrected; a 422 from the server is shown at its fields; typed values are never lost.
 */
export function useDomainForm<V extends FieldValues>(
  judge: Judge<V>,
  defaults: DefaultValues<V>,
  { labels = {}, fromServer = (field) => field }: DomainFormOptions<V> = {},
): DomainForm<V> {
  const form = useForm<V>({
    defaultValues: defaults,
    resolver: resolverOf(judge),
    shouldFocusError: false,
  });
  const errors = flatten(form.formState.errors);
  const [shown, setShown] = useState<readonly string[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<unknown>();

  // A corrected field never returns to the summary before the next submit: that would move the focus while typing.
  const wrong = Object.keys(errors).join(' ');
  useEffect(() => {
    setShown((names) => {
      const left = names.filter((name) => wrong.split(' ').includes(name));
      return left.length === names.length ? names : left;
    });
  }, [wrong]);

  const refuse = (names: readonly string[]) => {
    setShown(names);
    setAttempts((count) => count + 1);
  };
  const sendWith = (send: (values: V) => Promise<unknown>) => async (values: V) => {
    try {
      await send(values);
      setShown([]);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      if (fields.length === 0) return setFailure(error);
      for (const { field, message } of fields) {
        form.setError(fromServer(field) as Path<V>, { type: 'server', message });
      }
      refuse(fields.map(({ field }) => fromServer(field)));
    }
  };
  return {
    form,
    register: (name, options) => {
      const given = form.register(name, options);
      return {
        ...given,
        ref: (element: Control | null) => {
          given.ref(element);
          if (element?.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=file])'))
            watchLate(element, () => shownIn(element, form.getValues(name)));
        },
      };
    },
    field: (name) => ({ id: name, error: errors[name] }),
    errors,
    summary: shown.flatMap((name) =>
      errors[name] ? [{ id: name, message: summaryText(labels[name], errors[name]) }] : [],
    ),
    attempts,
    busy: form.formState.isSubmitting,
    failure,
    submit: (send) => (event) => {
      setFailure(undefined);
      void form.handleSubmit(sendWith(send), (found) => refuse(Object.keys(flatten(found))))(
        event as Parameters<ReturnType<typeof form.handleSubmit>>[0],
      );
    },
  };
}
