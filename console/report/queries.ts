import { keepFile } from '@orbita/client/keep-file.ts';
import type { Report } from '@orbita/domain/report';
import type { Answer } from '@orbita/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, fileOf } from '../base/api.ts';
import type { ReportQuery } from './filters.ts';

export type FiguresOf<R extends Report> = Extract<Answer<'GET /operations/reports/{report}'>, { report: R }>;

/** For as long as the server caches the answer anyway. */
const FRESH_MS = 3 * 60_000;

/** Figures of a report, refetched while they are shown. */
export const useFigures = <R extends Report>(report: R, query: ReportQuery) =>
  useQuery({
    queryKey: ['report', report, query],
    queryFn: async ({ signal, client, queryKey }) => {
      const background = client.getQueryData(queryKey) !== undefined;
      const answer = await call('GET /operations/reports/{report}', {
        params: { report },
        query,
        signal,
        background,
      });
      return answer as FiguresOf<R>;
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Downloads the table of a report as CSV. */
export const useFile = (report: Report, query: ReportQuery) =>
  useMutation({
    mutationFn: async () => {
      const content = await fileOf('GET /operations/reports/{report}', {
        params: { report },
        query: { ...query, format: 'csv' },
      });
      keepFile(content, `orbita-${report}.csv`);
    },
  });
