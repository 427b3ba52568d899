import { type ErrorCode, errorCatalogue } from '@orbita/protocol/foundation';

export type FieldError = { field: string; message: string };

type More = {
  errors?: FieldError[];
  extra?: Record<string, unknown>;
  message?: string;
  retryAfter?: number;
};

/** Refusal that the caller receives: a code of the catalogue and, if given, more fields of the envelope. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly extra: Record<string, unknown>;
  /** Seconds after which the call may be tried again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, more: More = {}) {
    super(more.message ?? errorCatalogue[code].text);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
  }

  /** Returns the envelope of spec 2.3. */
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

/** Throws an `AppError` with a code of the catalogue. */
export function fail(code: ErrorCode, more?: More): never {
  throw new AppError(code, more);
}

/** Refuses fields: 422 `VALIDATION` "Confira os campos." Does nothing when the list is empty. */
export function invalid(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}
