import { describe, expectTypeOf, it } from 'vitest';
import type { Ctx, Host, Service, Session, Tenant } from './context.ts';

type Public = Ctx<'GET /candidate/offers'>;
type Candidate = Ctx<'GET /candidate/subscriptions/{id}/classes'>;
type Idempotent = Ctx<'POST /candidate/subscriptions/{id}/essays'>;
type OfTenant = Ctx<'GET /operations/audit'>;
type OfPlatform = Ctx<'GET /operations/tokens'>;
type Notice = Ctx<'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}'>;
type Health = Ctx<'GET /candidate/health'>;

describe("a handler's context follows from the auth of its call", () => {
  it('a public call: tenant and host', () => {
    expectTypeOf<Public>().toHaveProperty('tenant').toEqualTypeOf<Tenant>();
    expectTypeOf<Public>().toHaveProperty('host').toEqualTypeOf<Host>();
    expectTypeOf<Public>().not.toHaveProperty('session');
    expectTypeOf<Public>().not.toHaveProperty('service');
  });

  it('a call of a candidate: also the session; repeats only where the protocol requires a key', () => {
    expectTypeOf<Candidate>().toHaveProperty('session').toEqualTypeOf<Session>();
    expectTypeOf<Candidate>().toHaveProperty('host').toEqualTypeOf<Host>();
    expectTypeOf<Candidate>().not.toHaveProperty('service');
    expectTypeOf<Candidate>().not.toHaveProperty('once');
    expectTypeOf<Idempotent>().toHaveProperty('session').toEqualTypeOf<Session>();
    expectTypeOf<Idempotent>().toHaveProperty('once');
  });

  it('a call of a service token: no host, and a tenant unless its scope is platform', () => {
    expectTypeOf<OfTenant>().toHaveProperty('service').toEqualTypeOf<Service>();
    expectTypeOf<OfTenant>().toHaveProperty('tenant').toEqualTypeOf<Tenant>();
    expectTypeOf<OfPlatform>().toHaveProperty('tenant').toEqualTypeOf<Tenant | undefined>();
    expectTypeOf<OfTenant>().not.toHaveProperty('host');
    expectTypeOf<OfTenant>().not.toHaveProperty('session');
  });

  it('a call of a provider or for health: no tenant', () => {
    expectTypeOf<Notice>().not.toHaveProperty('tenant');
    expectTypeOf<Health>().not.toHaveProperty('tenant');
    expectTypeOf<Health>().not.toHaveProperty('host');
  });

  it('one handler of several calls: only what all of them have', () => {
    type Both = Ctx<'GET /candidate/offers' | 'GET /candidate/subscriptions/{id}/classes'>;
    expectTypeOf<Both['host']>().toEqualTypeOf<Host>();
    // @ts-expect-error: the first of the two calls needs no sign-in.
    expectTypeOf<Both['session']>().toEqualTypeOf<Session>();
  });
});
