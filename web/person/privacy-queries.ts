import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';
import { session } from '../base/session.ts';
import { settings } from '../base/settings.ts';

export type Consents = Answer<'GET /candidate/users/{uuid}/consents'>;
export type PrivacyRequest = Answer<'GET /candidate/users/{uuid}/privacy-requests'>[number];
/** Requests made on the privacy page; a review is requested on the result page. */
export type PrivacyKind = Exclude<PrivacyRequest['kind'], 'decision-review'>;

export const consentsQuery = () => ({
  queryKey: ['consents'],
  queryFn: () => call('GET /candidate/users/{uuid}/consents', { params: { uuid: session.uuid() } }),
});

export const privacyRequestsQuery = () => ({
  queryKey: ['privacy-requests'],
  queryFn: () => call('GET /candidate/users/{uuid}/privacy-requests', { params: { uuid: session.uuid() } }),
});

/** The officer of the brand's institution; on a group host those of all institutions, each once. */
export const officersQuery = () => ({
  queryKey: ['data-protection-officers'],
  queryFn: async () => {
    const own = settings.institution?.code;
    const codes = own ? [own] : (await call('GET /candidate/institutions')).map(({ code }) => code);
    const answers = await Promise.all(
      codes.map((iesCode) =>
        call('GET /candidate/parameters/by-internal-values', {
          query: { iesCode, internalValues: 'DpoContact' },
        }),
      ),
    );
    const contacts = answers.flatMap(({ Data }) => Data.map(({ value }) => String(value ?? '').trim()));
    return [...new Set(contacts.filter(Boolean))];
  },
  staleTime: Number.POSITIVE_INFINITY,
});
