import { describe, expectTypeOf, it } from 'vitest';
import type { Answer, AnswerAt, Body, Params, ParamsInput, Query, QueryInput, Reply } from './index.ts';

describe('types of a call', () => {
  it('gives ids of an address as numbers and also accepts them as text', () => {
    expectTypeOf<Params<'GET /candidate/users/{uuid}/subscription/{id}'>>().toEqualTypeOf<{
      uuid: string;
      id: number;
    }>();
    expectTypeOf<ParamsInput<'GET /candidate/states/{id}'>>().toEqualTypeOf<{ id: number | string }>();
  });

  it('covers queries on both sides', () => {
    expectTypeOf<Query<'GET /candidate/offers/{offerId}/poles'>>().toEqualTypeOf<{ c: number }>();
    expectTypeOf<QueryInput<'GET /candidate/offers/{offerId}/poles'>>().toEqualTypeOf<{
      c: number | string;
    }>();
  });

  it('covers bodies', () => {
    expectTypeOf<Body<'POST /candidate/subscriptions/{id}/essays'>>().toEqualTypeOf<{
      rulesAccepted: boolean;
    }>();
    expectTypeOf<Body<'GET /candidate/genders'>>().toEqualTypeOf<undefined>();
  });

  it('unites the successful answers only', () => {
    expectTypeOf<Answer<'GET /candidate/courses/value/{id}'>>().toEqualTypeOf<{
      Message: 'Ok';
      Data: { priceListId: number };
    }>();
    expectTypeOf<AnswerAt<'GET /candidate/courses/value/{id}', 404>>().toEqualTypeOf<{ Message: string }>();
    expectTypeOf<Answer<'POST /platform/auth/signout'>>().toEqualTypeOf<undefined>();
    expectTypeOf<Answer<'POST /platform/auth/signup/tenants/{tenant}'>>().toEqualTypeOf<
      { accessToken: string; expiresAt: string } | { challengeId: string; masked: string }
    >();
  });

  it('ties a reply to its status', () => {
    expectTypeOf<Reply<'GET /candidate/courses/value/{id}'>>().toEqualTypeOf<
      | { status: 200; body: { Message: 'Ok'; Data: { priceListId: number } } }
      | { status: 404; body: { Message: string } }
    >();
  });
});
