import { describe, expect, it } from 'vitest';
import { campaignOf, ENROLLED_PART, isTrackedPlace, TRACKING_EVENTS, trackingPayload } from './tracking.ts';

const facts = {
  transactionId: 'b7c0e0d2-0000-4000-8000-000000000001',
  courseName: 'Administração',
  applicationType: 'essay',
  statusCode: 6,
  value: 360,
  coupon: null,
};

describe('trackingPayload', () => {
  it('is flat in version 1', () => {
    expect(trackingPayload(1, 'contrato_aceito', facts)).toEqual({
      event: 'contrato_aceito',
      transactionId: facts.transactionId,
      courseName: 'Administração',
    });
  });

  it('is structured in version 2', () => {
    expect(trackingPayload(2, 'pagamento_confirmado', facts)).toEqual({
      event: 'pagamento_confirmado',
      ga4Event: 'purchase',
      transactionId: facts.transactionId,
      ecommerce: {
        transaction_id: facts.transactionId,
        items: [{ item_name: 'Administração', quantity: 1 }],
        value: 360,
        currency: 'BRL',
        coupon: null,
      },
      subscription: { type: 'essay', statusCode: 6 },
    });
  });

  it('contains only fields of the specification, whatever else it is given', () => {
    const more = { ...facts, name: 'Candidata Um', cpf: '52998224725', email: 'um@exemplo.test', id: 1042 };
    for (const event of TRACKING_EVENTS)
      for (const version of [1, 2] as const)
        expect(JSON.stringify(trackingPayload(version, event, more))).not.toMatch(
          /Candidata|52998224725|@|1042/,
        );
  });
});

it('reports the events of a journey by their published names', () => {
  expect(TRACKING_EVENTS).toEqual([
    ...['inscricao_iniciada', 'inscricao_criada', 'contrato_aceito'],
    ...['pagamento_confirmado', 'matricula_concluida'],
  ]);
  expect(ENROLLED_PART).toBe('matricula-concluida');
});

describe('isTrackedPlace', () => {
  it.each(['', '/pos', '/essays', '/ext', '/tax'])(
    'allows the end of an application of the kind "%s"',
    (kind) => {
      const concluded = '?etapa=matricula-concluida';
      expect(isTrackedPlace(`/subscriptions${kind}/123456789012345`, concluded)).toBe(true);
      for (const path of ['/1234567890123456', '/', '/x', '/1/2', '/1x'])
        expect(isTrackedPlace(`/subscriptions${kind}${path}`, concluded), path).toBe(false);
      expect(isTrackedPlace(`/x/subscriptions${kind}/1`, concluded)).toBe(false);
      expect(isTrackedPlace(`/subscriptions/other${kind}/1`, concluded)).toBe(false);
    },
  );

  it.each(['accesskey', 'ticket', 'code', 'TICKET', 'Code'])('allows no address with %s', (name) => {
    expect(isTrackedPlace('/portal', `?${name}=1`)).toBe(false);
    expect(isTrackedPlace('/portal', `?x=1&${name}=`)).toBe(false);
    expect(isTrackedPlace('/portal', `?my${name}=1&${name}s=1`)).toBe(true);
  });

  it('D10: allows only the start, the portal, the catalogue and S-32', () => {
    for (const path of ['/', '', '/portal', '/portal/', '/course'])
      expect(isTrackedPlace(path, '')).toBe(true);
    const concluded = `?etapa=${ENROLLED_PART}`;
    expect(isTrackedPlace('/subscriptions/essays/12', concluded)).toBe(true);
    expect(isTrackedPlace('/subscriptions/12', concluded)).toBe(true);
    for (const path of [
      '/profile/1',
      '/essays/1',
      '/tracking',
      '/print',
      '/auth',
      '/auth/google',
      '/reset-password',
      '/change-password',
      '/logout',
      '/subscriptions/essays/12',
      '/portal/more',
      '/subscriptions/pos/classes/1',
    ])
      expect(isTrackedPlace(path, ''), path).toBe(false);
    expect(isTrackedPlace('/profile/1', concluded)).toBe(false);
    expect(isTrackedPlace('/subscriptions/essays/12', '?etapa=contrato')).toBe(false);
  });

  it('never allows an address with a key or a code, or a record of a done step', () => {
    expect(isTrackedPlace('/portal', '?accesskey=abc')).toBe(false);
    expect(isTrackedPlace('/subscriptions/12', `?etapa=${ENROLLED_PART}&AccessKey=abc`)).toBe(false);
    expect(isTrackedPlace('/subscriptions/12', `?etapa=${ENROLLED_PART}&ver=dados`)).toBe(false);
    expect(isTrackedPlace('/', '?code=abc&state=1')).toBe(false);
    expect(isTrackedPlace('/', '?redirectTo=%2Forbita%2Fcandidate%2Fportal')).toBe(true);
  });
});

describe('campaignOf', () => {
  it.each([
    [
      '?utm_source=feira&utm_medium=cartaz&utm_campaign=ver%C3%A3o+26',
      {
        utmSource: 'feira',
        utmMedium: 'cartaz',
        utmCampaign: 'verão 26',
      },
    ],
    ['?curso=1&utm_source=feira', { utmSource: 'feira' }],
    ['?redirectTo=%2Forbita%2Fcandidate%2Fcourse%3Futm_source%3Dfeira%26q%3Dadm', { utmSource: 'feira' }],
    ['?redirectTo=%2Forbita%2Fcandidate%2Fportal&utm_source=feira', { utmSource: 'feira' }],
    ['?utm_source=um@exemplo.test&utm_medium=email', { utmMedium: 'email' }],
    [`?utm_source=${'x'.repeat(200)}`, { utmSource: 'x'.repeat(200) }],
    [`?utm_source=${'x'.repeat(201)}`, undefined],
    [`?utm_source=${encodeURIComponent('😀'.repeat(101))}`, undefined],
    ['?utm_source=a%00b', undefined],
    ['?utm_source=+feira+', { utmSource: 'feira' }],
    ['?redirectTo=utm_source%3Dfeira', undefined],
    ['?redirectTo=%2Fcourse%3Fq%3D%3F%26utm_source%3Dfeira', { utmSource: 'feira' }],
    ['?utm_medium=a&redirectTo=%2Fcourse%3Futm_medium%3Db', { utmMedium: 'a' }],
    ['?utm_source=+&utm_term=curso', { utmTerm: 'curso' }],
    [
      '?utm_content=azul&gclid=EAIa-_x.1&fbclid=IwAR0x',
      { utmContent: 'azul', gclid: 'EAIa-_x.1', fbclid: 'IwAR0x' },
    ],
    [`?gclid=${'x'.repeat(500)}`, { gclid: 'x'.repeat(500) }],
    [`?gclid=${'x'.repeat(501)}&GCLID=a`, undefined],
    ['?fbclid=um@exemplo.test', undefined],
    ['?redirectTo=%2Forbita%2Fcandidate%2Fportal', undefined],
    ['', undefined],
  ])('of %s', (search, campaign) => {
    expect(campaignOf(search)).toEqual(campaign);
  });
});
