import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useMay, useMe } from '../base/me.ts';
import { useEntry } from './queries.ts';

export type MessageTemplate = Answer<'GET /operations/message-templates'>['data'][number];

/** Every message template, by its number. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['message-templates'],
    queryFn: ({ signal }) => call('GET /operations/message-templates', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The institution whose words are shown; without permission for the catalogue, its entry stays unknown. */
export function useWords() {
  const me = useMe();
  const code = (useInstitution() ?? me.institutions[0])?.code ?? '';
  const reads = useMay()('catalogue.read') && code !== '';
  const { data, error, refetch } = useEntry('institutions', code, reads);
  const mail = data?.values.mail as { paragraphs?: Record<string, string> } | undefined;
  return { code, entry: data, waits: reads && !data, error, refetch, paragraphs: mail?.paragraphs };
}
