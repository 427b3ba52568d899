import { ApiError } from '@orbita/client/errors.ts';

/** The server's error for a field it refused. */
export const refusedField = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;
