import { ApiError } from '@orbita/client/errors.ts';

/** What the server says of a field it refused. */
export const refusedField = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;
