import { type ErrorCode, errorCatalogue } from '@orbita/protocol/foundation';

export type FieldError = { field: string; message: string };

type More = {
  errors?: FieldError[];
  extra?: Record<string, unknown>;
  message?: string;
  retryAfter?: number;
};

/** A refusal sent to the caller: a code of the error catalogue and optionally more fields of the envelope. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly extra: Record<string, unknown>;
  /** Seconds after which the call may be retried, if known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, more: More = {}) {
    super(more.message ?? errorCatalogue[code].text);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
  }

  /** Returns the error envelope of spec 2.3. */
  envelope(traceId: string): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.extra,
      traceId,
    };
  }
}

/** Throws an `AppError` with a code of the error catalogue. */
export function fail(code: ErrorCode, more?: More): never {
  throw new AppError(code, more);
}

/** Seconds after which a caller that is one too many may try again, spread so that they do not all return together. */
const BUSY_SECONDS = { least: 3, most: 8 };

/** The refusal of a caller that would only wait (503 `BUSY`): nothing was done for it. */
export const busy = (random: () => number = Math.random): AppError => {
  const { least, most } = BUSY_SECONDS;
  return new AppError('BUSY', { retryAfter: least + Math.floor(random() * (most - least + 1)) });
};

/** Rejects fields with 422 `VALIDATION` "Confira os campos." Does nothing if the list is empty. */
export function invalid(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}
