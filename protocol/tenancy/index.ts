import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, named, typed } from '../foundation/index.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** Settings of a host (spec 3.4). */
const hostSettings = named('HostSettings', {
  theme: z.object({
    primary: colour,
    secondary: colour,
    link: colour,
    template: z.object({
      favicon: z.string(),
      media: z.object({ logoSmall: z.string(), logoLarge: z.string() }),
    }),
  }),
  tenant: z.object({ alias: z.string(), id: z.string() }),
  iesAlias: z.string().nullable(),
  captchaKey: z.string().nullable(),
  flags: z.object({
    usePassport: z.boolean(),
    useMaisAMediaTracking: z.boolean(),
    useTrackingV2: z.boolean(),
  }),
  institution: z.object({ id, code: z.string(), acronym: z.string(), alias: z.string() }).nullable(),
  loginMethods: z.object({
    password: z.boolean(),
    code: z.boolean(),
    signup: z.boolean(),
    google: z.boolean(),
    facebook: z.boolean(),
    linkedin: z.boolean(),
  }),
  /** Whether messages about applications are also sent by WhatsApp, to those who agree. */
  whatsapp: z.boolean(),
  captcha: z.object({ version: z.literal(3), size: z.literal('compact') }),
  /** Time zone of the tenant's days and times (spec 2.3). */
  timeZone: z.string(),
  build: z.string(),
});

/** Possible values of a parameter (spec 3.2). */
const parameterValue = z
  .union([z.boolean(), z.number(), z.string(), z.array(z.string()), z.record(z.string(), z.unknown())])
  .nullable()
  .meta({ id: 'ParameterValue' });

/** One public parameter (spec 3.2). */
const parameter = z
  .object({ internalValue: z.string(), value: parameterValue, type: z.string() })
  .meta({ id: 'Parameter' });

/** Institution (spec 3.1). */
const institution = named('Institution', {
  id,
  code: z.string(),
  name: z.string(),
  acronym: z.string(),
  alias: z.string(),
  chargeFullSaleAmount: z.boolean(),
  semesterFullSaleAmount: z.boolean(),
  googleTagManagerId: z.string().nullable(),
  googleOptimizeId: z.string().nullable(),
  introductionVideo: z.string().nullable(),
  subscriptionLoginDisabled: z.boolean(),
});

/** Institution in a list to choose from (spec 3.4). */
const institutionCard = named('InstitutionCard', {
  id,
  code: z.string(),
  acronym: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  activeOffers: z.number().int().nonnegative(),
});

/** Support contact of an institution (spec 3.4). */
const supportContact = named('SupportContact', {
  enabled: z.boolean(),
  title: z.string(),
  description: z.string().nullable(),
  link: z.string().nullable(),
  settings: z.object({
    phone: z.string().nullable(),
    message: z.string().nullable(),
    hours: z.string().nullable(),
  }),
});

/** State of one of the three APIs (spec 18). */
const health = z
  .object({ status: z.enum(['ok', 'degraded']), build: z.string(), now: isoDateTime })
  .meta({ id: 'Health' });

export const tenancyCalls = defineCalls({
  'GET /platform/settings/applications/{application}/hostname/{host}': {
    summary: 'Theme, tenant, sign-in methods and build of a host',
    auth: 'public',
    responses: { 200: hostSettings },
    errors: ['HOST_UNKNOWN'],
  },
  'GET /candidate/parameters/by-internal-values': {
    summary: 'Public parameters of an institution',
    auth: 'public',
    query: z.object({ iesCode: z.string().max(60), internalValues: z.string().max(2000).optional() }),
    responses: { 200: z.object({ Data: z.array(parameter) }) },
    errors: ['INSTITUTION_UNKNOWN'],
  },
  'GET /candidate/parameters/{institutionId}/{internalValue}': {
    summary: 'One public parameter of an institution',
    auth: 'public',
    responses: { 200: parameter },
    errors: ['PARAMETER_UNKNOWN'],
  },
  'GET /candidate/institution/{id}': {
    summary: 'Institution by id',
    auth: 'public',
    responses: { 200: institution },
  },
  'GET /candidate/institution/by-code/{code}': {
    summary: 'Institution by code',
    auth: 'public',
    responses: { 200: institution },
  },
  'GET /candidate/institution/{institutionId}/whatsapp-settings': {
    summary: 'Support contact; the message is filled in for a subscription of the caller',
    auth: 'public',
    accessKey: true,
    query: z.object({ subscriptionId: z.coerce.number<number | string>().int().positive().optional() }),
    responses: { 200: supportContact },
  },
  'GET /candidate/institutions': {
    summary: 'Institutions of the tenant with their number of open offers',
    auth: 'public',
    responses: { 200: z.array(institutionCard) },
  },
  'GET /platform/health': {
    summary: 'Health of the settings and sign-in API',
    auth: 'public',
    responses: { 200: health, 503: health },
  },
  'GET /candidate/health': {
    summary: 'Health of the candidate API',
    auth: 'public',
    responses: { 200: health, 503: health },
  },
  'GET /operations/health': {
    summary: 'Health of the operations API',
    auth: 'public',
    responses: { 200: health, 503: health },
  },
  'POST /candidate/telemetry/client-errors': {
    summary: 'Report an error of the browser; kept masked',
    auth: 'public',
    body: z.object({
      message: typed(2000),
      stack: maybe(typed(20_000)),
      route: typed(2000),
      build: typed(60),
    }),
    responses: { 204: null },
  },
});
