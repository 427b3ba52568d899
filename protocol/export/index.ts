import {
  EXPORT_FORMATS,
  EXPORT_LIST_NAMES,
  EXPORT_LISTS,
  EXPORT_REASON,
  EXPORT_STATES,
} from '@orbita/domain/export';
import { z } from 'zod';
import { auditFilters } from '../caller/index.ts';
import { documentFilters } from '../document/team/index.ts';
import { essayState } from '../essay/index.ts';
import { defineCalls, filters, id, isoDateTime, maybe, named, text } from '../foundation/index.ts';
import { subscriptionFilters } from '../subscription/team/index.ts';

export { columnsOf, EXPORT_FORMATS, EXPORT_LIST_NAMES, type ExportList } from '@orbita/domain/export';

const count = z.int32().nonnegative();

/** Filters common to all lists; a file is not paginated. */
const everyFilter = { institution: z.string().max(60).optional(), updatedSince: isoDateTime.optional() };

const keysOf = <C extends readonly { readonly key: string }[]>(columns: C) =>
  z.enum(columns.map(({ key }) => key) as [C[number]['key'], ...C[number]['key'][]]);

const common = {
  format: z.enum(EXPORT_FORMATS),
  /** Why personal columns are exported; required if any is included, and stored. */
  reason: maybe(z.string().trim().min(EXPORT_REASON.least).max(EXPORT_REASON.most)),
};

/** A list with the filters of its own call and the requested columns (spec 25.3.6). */
const exportWish = z
  .discriminatedUnion('list', [
    z.object({
      list: z.literal('subscriptions'),
      query: filters({ ...subscriptionFilters, ...everyFilter }),
      columns: z.array(keysOf(EXPORT_LISTS.subscriptions.columns)).min(1).max(50),
      ...common,
    }),
    z.object({
      list: z.literal('documents'),
      query: filters({ ...documentFilters, ...everyFilter }),
      columns: z.array(keysOf(EXPORT_LISTS.documents.columns)).min(1).max(50),
      ...common,
    }),
    z.object({
      list: z.literal('essays'),
      query: filters({ state: essayState.optional(), ...everyFilter }),
      columns: z.array(keysOf(EXPORT_LISTS.essays.columns)).min(1).max(50),
      ...common,
    }),
    z.object({
      list: z.literal('audit'),
      query: filters({ ...auditFilters, updatedSince: everyFilter.updatedSince }),
      columns: z.array(keysOf(EXPORT_LISTS.audit.columns)).min(1).max(50),
      ...common,
    }),
  ])
  .meta({ id: 'ExportWish' });

/** Requested file. `waiting`: other files of the tenant come first. Only a `ready` one can be opened. */
const exportJob = named('ExportJob', {
  id,
  list: z.enum(EXPORT_LIST_NAMES),
  format: z.enum(EXPORT_FORMATS),
  state: z.enum(EXPORT_STATES),
  /** Rows written so far. */
  rows: count,
  /** Estimated number of rows; null until the job starts. */
  estimated: count.nullable(),
  /** What was requested, so that it can be requested again. */
  query: z.record(z.string(), z.union([z.string(), z.number()])),
  columns: z.array(text),
  reason: text.nullable(),
  createdAt: isoDateTime,
  /** When access to the file ends; null until there is a file. */
  expiresAt: isoDateTime.nullable(),
});

/** List exports, each visible only to the person who requested it (spec 25.3.6). */
export const exportCalls = defineCalls({
  'POST /operations/exports': {
    summary: 'Ask for a list as a file; whoever asks must hold what opens the list, too',
    scope: 'exports',
    body: exportWish,
    responses: { 202: z.object({ id }) },
    errors: ['REAUTH_REQUIRED', 'EXPORT_RUNNING', 'EXPORT_TOO_BIG'],
  },
  'GET /operations/exports': {
    summary: 'The files one asked for last, the newest first',
    scope: 'exports',
    responses: { 200: z.array(exportJob) },
  },
  'GET /operations/exports/{id}': {
    summary: 'How far a file is',
    scope: 'exports',
    responses: { 200: exportJob },
  },
  'DELETE /operations/exports/{id}': {
    summary: 'Stop a file that is being made, or delete one that is ready',
    scope: 'exports',
    responses: { 204: null },
  },
  'GET /operations/exports/{id}/file': {
    summary: 'The file, while whoever asked still holds what opens the list',
    scope: 'exports',
    binary: 'application/octet-stream',
    responses: { 200: null },
    errors: ['EXPORT_EXPIRED', 'UNAVAILABLE'],
  },
});
