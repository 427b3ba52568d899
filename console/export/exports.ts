import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { keepFile } from '@orbita/client/keep-file.ts';
import { EXPORT_LISTS, type ExportList, exportFileName } from '@orbita/domain/export';
import type { Scope } from '@orbita/domain/staff';
import type { Answer, Body } from '@orbita/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, fileOf } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { holdsFor, useMay, useMe } from '../base/me.ts';
import { queryClient } from '../base/query.ts';
import { exportTexts as t } from '../texts/export.ts';

export type ExportJob = Answer<'GET /operations/exports'>[number];
export type ExportWish = Body<'POST /operations/exports'>;

const KEY = ['exports'] as const;
const AGAIN_MS = 2_000;

export const isUnderWay = ({ state }: Pick<ExportJob, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

const askAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

/** Whether a person may export a list, here or anywhere: they have both permissions. */
export function useMayExport(list: ExportList): boolean {
  const me = useMe();
  const may = useMay();
  const institution = useInstitution();
  const { parts } = EXPORT_LISTS[list];
  if (!institution) return may('exports') && may(...parts);
  return holdsFor(me, ['exports'], institution.code) && holdsFor(me, parts, institution.code);
}

/** Whether a permission covers every place the person may export the list for, which a file of all of them requires. */
export function useMaySee(): (parts: readonly Scope[]) => boolean {
  const me = useMe();
  const institution = useInstitution();
  return (parts) => {
    if (institution) return holdsFor(me, parts, institution.code);
    const exported = me.parts.exports;
    return parts.some((part) => {
      const where = me.parts[part];
      return where === 'all' || (Array.isArray(exported) && exported.every((code) => where?.includes(code)));
    });
  };
}

/** The files a person has requested, kept up to date by live events. */
export function useExports(): ExportJob[] | undefined {
  const pollMs = usePollMs(AGAIN_MS);
  const { strength } = useMe().session;
  const { data } = useQuery({
    queryKey: KEY,
    // A sign-in by code alone opens no files, and nobody is asked for more before requesting one.
    enabled: strength !== null,
    queryFn: ({ signal }) => call('GET /operations/exports', { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  });
  useTeamEvent('export.progress', ({ id, rows, state }) => {
    const known = data?.find((one) => one.id === id);
    // The event only contains the number of rows; a file that starts or ends has changed in more than that.
    if (!known || known.state !== state || known.estimated === null) return void askAgain();
    adoptAnswer<ExportJob[]>(queryClient, KEY, (before) =>
      before?.map((one) => (one.id === id ? { ...one, rows } : one)),
    );
  });
  return data;
}

/** Requests a file. */
export const useAsk = () =>
  useMutation({
    mutationFn: (body: ExportWish) => call('POST /operations/exports', { body }),
    onSuccess: askAgain,
  });

/** The request that produced a file, so that the same file can be requested again. */
export const wishOf = ({ list, query, format, columns, reason }: ExportJob): ExportWish =>
  // The protocol types the answer more widely than the request, although the server repeats what it was sent.
  ({ list, query, format, columns, reason }) as ExportWish;

/** Cancels a file, or deletes it. */
export const useCancel = () =>
  useMutation({
    mutationFn: (id: number) => call('DELETE /operations/exports/{id}', { params: { id } }),
    onSettled: askAgain,
  });

/** Downloads a finished file, however long that takes. */
export const useDownload = () =>
  useMutation({
    mutationFn: async ({ id, list, format, createdAt }: ExportJob) => {
      const { signal } = new AbortController();
      const content = await fileOf('GET /operations/exports/{id}/file', { params: { id }, signal });
      keepFile(content, exportFileName(list, createdAt.slice(0, 10), format));
    },
    onError: askAgain,
  });

/** Percentage of rows written, never 100 before the file is ready. */
export const shareOf = ({ rows, estimated }: Pick<ExportJob, 'rows' | 'estimated'>): number =>
  estimated ? Math.min(99, Math.floor((100 * rows) / estimated)) : 0;

/** The text for a file's state; `hour` formats an instant. */
export function stateText(job: ExportJob, hour: (at: string) => string): string {
  if (job.state === 'running') return t.running(job.rows, job.estimated);
  if (job.state === 'ready') return t.ready(hour(job.expiresAt ?? job.createdAt));
  return t[job.state];
}
