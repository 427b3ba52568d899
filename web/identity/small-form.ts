import type { FieldError } from '@orbita/domain/foundation';
import type { SummaryError } from '@orbita/ui/error-summary';
import { type RefObject, useRef, useState } from 'react';
import { summaryText } from '../base/summary-text.ts';
import { useTakeOver } from './take-over.ts';

export type SmallForm<V> = {
  /** Ref of a form that the server may have rendered. */
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** For the frame of a control: `<Field {...field('email')} label="E-mail">`. */
  field: (name: keyof V & string) => { id: string; error: string | undefined };
  summary: SummaryError[];
  /** Number of refused submits: the error summary takes the focus when it changes. */
  attempts: number;
  busy: boolean;
  /** Why the last submit failed, if no field was to blame. */
  failure: unknown;
  submit: (send: (values: V) => Promise<unknown>) => (event: { preventDefault(): void }) => void;
};

type Options<V> = {
  /** Returns a promise while the rules are still loading. */
  judge: (values: V) => readonly FieldError[] | Promise<readonly FieldError[]>;
  /** Label of each field for these values: the error summary names fields by them. */
  labels: (values: V) => Partial<Record<string, string>>;
  /** Called at every change, so that typed values survive the panel. */
  onChange?: (values: V) => void;
};

/**
 * The forms before sign-in, without a form library: validated on submit, then each field again while it is corrected; a 422
 * from the server is shown at its fields.
 */
export function useSmallForm<V extends object>(
  initial: V,
  { judge, labels, onChange }: Options<V>,
): SmallForm<V> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const ref = useRef<HTMLFormElement>(null);
  useTakeOver(ref, values, (typed) => {
    setValues(typed);
    onChange?.(typed);
  });

  const refuse = (found: readonly FieldError[]) => {
    setErrors(found);
    setAttempts((count) => count + 1);
  };
  const send = async (act: (values: V) => Promise<unknown>, judging?: Promise<readonly FieldError[]>) => {
    setBusy(true);
    try {
      const found = (await judging) ?? [];
      if (found.length > 0) return refuse(found);
      setErrors([]);
      await act(values);
    } catch (error) {
      // From an `ApiError`, whose class is not loaded before something was sent.
      const { fields } = error as { fields?: FieldError[] };
      if (fields && fields.length > 0) refuse(fields);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    ref,
    values,
    set: (name, value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      onChange?.(next);
      if (errors.length === 0) return;
      // Only fields with an error are validated while typing, so that nobody is corrected in the middle of a word.
      const judged = (left: readonly FieldError[]) =>
        setErrors(errors.flatMap(({ field }) => left.find((one) => one.field === field) ?? []));
      const left = judge(next);
      if (left instanceof Promise) void left.then(judged);
      else judged(left);
    },
    field: (name) => ({ id: name, error: errors.find(({ field }) => field === name)?.message }),
    summary: errors.map(({ field, message }) => ({
      id: field,
      message: summaryText(labels(values)[field], message),
    })),
    attempts,
    busy,
    failure,
    submit: (act) => (event) => {
      event.preventDefault();
      if (busy) return;
      setFailure(undefined);
      const found = judge(values);
      if (found instanceof Promise) void send(act, found);
      else if (found.length > 0) refuse(found);
      else void send(act);
    },
  };
}
