import { HOST_NAME, MONEY_PROVIDERS } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { defineCalls, isoDateTime, named, text } from '../../foundation/index.ts';

/** Provisioned tenant (spec 17.2). */
export const tenant = z
  .object({ id: text, alias: text, name: text, hosts: z.array(text) })
  .meta({ id: 'Tenant' });

export const notifier = z.enum(MONEY_PROVIDERS).meta({ id: 'Notifier' });

/** `institution`: the address is entered on the provider's own site; `us`: we register it there. */
const enteredBy = z.enum(['us', 'institution']);

/** Secrets currently accepted in the address of a provider, the current one first; never the secrets themselves. */
const noticeAddress = named('NoticeAddress', {
  provider: notifier,
  enteredBy,
  secrets: z.array(
    z.object({
      /** Null: the one that all providers of the tenant shared before each got its own. */
      madeAt: isoDateTime.nullable(),
      /** Null: the current one; a former one is accepted until then. */
      endsAt: isoDateTime.nullable(),
      /** Accurate to the minute; null: no notice has used it. */
      lastUsedAt: isoDateTime.nullable(),
    }),
  ),
});

/** New address of a provider, shown only this once; its last part is the secret. */
const newNoticeAddress = named('NewNoticeAddress', {
  provider: notifier,
  enteredBy,
  address: z.url(),
  /** Until when the former one is accepted; null: there is none, or it ended at once. */
  formerUntil: isoDateTime.nullable(),
});

/** Maximum hours for which a former address is accepted alongside a new one. */
const MOST_OVERLAP_HOURS = 720;

/** Host of a tenant, in letters of any case. */
const host = z
  .string()
  .min(1)
  .max(253)
  .refine((name) => HOST_NAME.test(name.toLowerCase()), 'must be a host name');

/** Format of a tenant's name in URLs. */
const tenantAlias = /^[a-z0-9][a-z0-9-]{1,39}$/;

export const tenancyTeamCalls = defineCalls({
  'POST /operations/tenants': {
    summary: 'Create a tenant with its hosts',
    scope: 'platform',
    body: z.object({
      alias: z.string().regex(tenantAlias),
      name: z.string().min(1).max(200),
      hosts: z.array(host).min(1).max(50),
    }),
    responses: { 201: tenant },
    errors: ['DUPLICATE'],
  },
  'GET /operations/tenants/{alias}': {
    summary: 'One tenant',
    scope: 'platform',
    responses: { 200: tenant },
  },
  'GET /operations/tenants/{alias}/notice-addresses': {
    summary: 'Who enters the address at which each provider reports payments, and which secrets open it',
    scope: ['platform', 'payments.settle'],
    responses: { 200: z.object({ data: z.array(noticeAddress) }) },
  },
  'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation': {
    summary: 'Give a provider a new address, shown this once; the former one is taken for some hours more',
    showsSecret: true,
    scope: ['platform', 'payments.settle'],
    confirm: 'strong',
    params: z.object({ alias: z.string().min(1).max(64), provider: notifier }),
    body: z.object({ overlapHours: z.number().int().min(0).max(MOST_OVERLAP_HOURS) }),
    responses: { 200: newNoticeAddress },
  },
});
