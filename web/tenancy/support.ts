import type { Answer } from '@orbita/protocol';
import type { Help } from '@orbita/ui/help';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { supportTexts as t } from '../texts/tenancy.ts';

export type Support = Answer<'GET /candidate/institution/{institutionId}/whatsapp-settings'>;

/**
 * Support contact of an institution: title, and WhatsApp link with a message (spec 3.4), which names the application if
 * there is one.
 */
export function useSupport(about: { institutionId: number; id?: number } | undefined): Support | undefined {
  const { institutionId = 0, id } = about ?? {};
  const { data } = useQuery({
    queryKey: ['support', institutionId, id],
    queryFn: () =>
      call('GET /candidate/institution/{institutionId}/whatsapp-settings', {
        params: { institutionId },
        query: id === undefined ? {} : { subscriptionId: id },
      }),
    enabled: about !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** The contact as a page offers it; undefined if the institution has none. */
export function helpOf(support: Support | undefined, id?: number): Help | undefined {
  if (!support?.enabled || !support.link) return undefined;
  return { href: support.link, title: support.title, text: supportLine(support, id) };
}

/** Text under the contact's title: what it offers, for which application, and when somebody answers. */
function supportLine({ description, settings }: Support, id?: number): string {
  const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
  return [
    description ? ended(description) : t.usual,
    ...(id === undefined ? [] : [t.number(id)]),
    ...(settings.hours ? [ended(settings.hours)] : []),
  ].join(' ');
}
