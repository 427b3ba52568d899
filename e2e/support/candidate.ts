import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import { essayOf } from './content.ts';
import { payInSandbox, paymentsOf } from './pix.ts';
import type { Product } from './product.ts';

export const PASSWORD = 'Senha#2026';
const HOST = 'cua.alfa.orbita.test';

/** How far an application has come. */
export const STATES = [
  'signed-up',
  'applied',
  'essay-started',
  'approved',
  'data-complete',
  'contract-accepted',
  'pix-open',
  'paid',
] as const;
export type State = (typeof STATES)[number];

const digit = (digits: number[]) => {
  const rest = digits.reduce((sum, value, index) => sum + value * (digits.length + 1 - index), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

let people = 0;

/** One more invented person: a CPF with valid digits, a mail box and a phone of her own. */
export function inventedPerson() {
  people += 1;
  const digits = String(300_000_000 + people)
    .split('')
    .map(Number);
  digits.push(digit(digits));
  digits.push(digit(digits));
  return {
    name: 'Candidata Inventada',
    cpf: digits.join(''),
    birthDate: '2003-05-10',
    email: `inventada${people}@exemplo.test`,
    cellPhone: `319${String(10_000_000 + people)}`,
  };
}
export type Person = ReturnType<typeof inventedPerson> & { socialName?: string };

type Cookie = { name: string; value: string; path: string; httpOnly: boolean; expires: number };

const cookieOf = (line: string): Cookie => {
  const [pair = '', ...rest] = line.split(/;\s*/);
  const at = pair.indexOf('=');
  const parts = new Map(
    rest.map((part): [string, string | undefined] => {
      const [name = '', value] = part.split('=');
      return [name.toLowerCase(), value];
    }),
  );
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    path: parts.get('path') ?? '/',
    httpOnly: parts.has('httponly'),
    expires: parts.has('max-age') ? Math.floor(Date.now() / 1000) + Number(parts.get('max-age')) : -1,
  };
};

/** A person who comes far in a moment: signed up and moved on through HTTP, then handed to a browser. */
export class Candidate {
  readonly product: Product;
  readonly host: string;
  readonly person: Person;
  readonly cookies = new Map<string, Cookie>();
  personId = 0;
  subscriptionId = 0;
  essayId = 0;
  paymentId = 0;
  #token = '';

  private constructor(product: Product, host: string, person: Person) {
    this.product = product;
    this.host = host;
    this.person = person;
  }

  /** Brings an invented person to `state` and signs her in in that browser. */
  static async at(
    state: State,
    product: Product,
    context: BrowserContext,
    { host = HOST, person = inventedPerson() }: { host?: string; person?: Person } = {},
  ): Promise<Candidate> {
    const candidate = new Candidate(product, host, person);
    await candidate.#signUp();
    for (const next of STATES.slice(1, STATES.indexOf(state) + 1)) await candidate.#step(next);
    await candidate.enter(context);
    return candidate;
  }

  /** Address of the page of her application. */
  get page(): string {
    return this.product.url(`/subscriptions/essays/${this.subscriptionId}`, this.host);
  }

  /** Puts her session into a browser; the welcome of the portal counts as read. */
  async enter(context: BrowserContext): Promise<void> {
    const welcome = {
      name: 'hideWelcomeModal',
      value: 'true',
      path: '/orbita/candidate',
      httpOnly: false,
      expires: Math.floor(Date.now() / 1000) + 604_800,
    };
    await context.addCookies(
      [...this.cookies.values(), welcome].map((cookie) => ({
        ...cookie,
        domain: this.host,
        secure: false,
        sameSite: cookie.httpOnly ? 'Strict' : 'Lax',
      })),
    );
  }

  /** Any call of the candidate's own API; throws when it is refused. */
  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.#send(method, path, text, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.text ? JSON.parse(answer.text) : undefined) as T;
  }

  /** Ends every session of hers on the server; the browser does not know. */
  endSession(): Promise<unknown> {
    return this.call('POST', '/platform/auth/signout');
  }

  // `fetch` takes no Host header, and the host decides the tenant.
  #send(method: string, path: string, body: string | undefined, headers: Record<string, string>) {
    return new Promise<{ status: number; text: string }>((done, failed) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.product.port,
          method,
          path: `/orbita/api${path}`,
          headers: {
            host: `${this.host}:${this.product.port}`,
            ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
            cookie: [...this.cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (answer) => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const cookie = cookieOf(line);
            this.cookies.set(`${cookie.name} ${cookie.path}`, cookie);
          }
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () =>
            done({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }),
          );
        },
      );
      sent.on('error', failed);
      sent.end(body);
    });
  }

  async #signUp(): Promise<void> {
    const { name, socialName, cpf: document, birthDate, email, cellPhone } = this.person;
    const tenant = this.host.includes('beta') ? 'beta' : 'alfa';
    const entered = await this.call<{ accessToken: string }>(
      'POST',
      `/platform/auth/signup/tenants/${tenant}`,
      {
        documentType: 'cpf',
        document,
        name,
        socialName: socialName ?? null,
        birthDate,
        email,
        cellPhone,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        privacyAccepted: true,
        marketingConsent: false,
        captchaToken: 'simulator-token',
      },
    );
    this.#token = entered.accessToken;
    const check = await this.call<{ accessToken: string; payloadToken: { personId: number } }>(
      'GET',
      '/candidate/users/check/',
    );
    this.#token = check.accessToken;
    this.personId = check.payloadToken.personId;
  }

  async #step(state: State): Promise<void> {
    if (state === 'applied') return this.#apply();
    if (state === 'essay-started') return this.#startEssay();
    if (state === 'approved') return this.#passEssay();
    if (state === 'data-complete') return this.fillData();
    if (state === 'contract-accepted') return this.acceptContract();
    if (state === 'pix-open') return this.openPix();
    if (state === 'paid') return this.#pay();
  }

  async #apply(): Promise<void> {
    const offers = await this.call<{
      data: { id: number; institutionCode: string; courses: { id: number }[] }[];
    }>('GET', '/candidate/offers?type=1&ingress=online-essay&q=administra&page=1');
    const offer = offers.data[0];
    const course = offer?.courses[0];
    if (!offer || !course) throw new Error('The catalogue has no Administração');
    const [pole] = await this.call<{ id: number }[]>(
      'GET',
      `/candidate/offers/${offer.id}/poles?c=${course.id}`,
    );
    const made = await this.call<{ id: number }>(
      'POST',
      '/candidate/subscriptions',
      { offerId: offer.id, courseId: course.id, poleId: pole?.id, schooling: { level: 'high-school' } },
      { 'x-institution-code': offer.institutionCode },
    );
    this.subscriptionId = made.id;
  }

  async #startEssay(): Promise<void> {
    const essay = await this.call<{ id: number }>(
      'POST',
      `/candidate/subscriptions/${this.subscriptionId}/essays`,
      { rulesAccepted: true },
      { 'idempotency-key': randomUUID() },
    );
    this.essayId = essay.id;
  }

  async #passEssay(): Promise<void> {
    await this.call(
      'POST',
      `/candidate/subscriptions/essays/${this.essayId}/finish`,
      { title: 'Meu título', essay: `${this.person.cpf} ${essayOf(180)}` },
      { 'idempotency-key': randomUUID() },
    );
    await this.product.operations('POST', `/essays/${this.essayId}/grade`, {
      score: 720,
      hasPlagiarism: false,
      feedback: 'Bom texto.',
    });
  }

  /** Personal data and schooling, of a school unless another one is given. */
  async fillData(
    schooling: Record<string, unknown> = {
      schoolName: 'Escola Exemplo',
      schoolType: 'public',
      stateId: 31,
      cityId: 3106200,
      conclusionYear: 2021,
      fies: false,
    },
  ): Promise<void> {
    const { name, birthDate } = this.person;
    await this.call('PUT', `/candidate/users/${this.personId}/person-data?subsId=${this.subscriptionId}`, {
      name,
      rg: 'MG1234567',
      rgIssuer: 'SSP',
      rgState: 'MG',
      birthDate,
      genderId: 1,
      nationality: 'BR',
      motherName: 'Responsável Exemplo',
      personAddress: {
        street: 'Rua Exemplo',
        number: '100',
        neighborhood: 'Bairro Modelo',
        zipCode: '30100001',
        cityId: 3106200,
        complement: null,
      },
    });
    await this.call('PUT', `/candidate/subscriptions/${this.subscriptionId}/schooling`, schooling);
  }

  /** Accepts the contract as it stands. */
  async acceptContract(): Promise<void> {
    const path = `/candidate/subscriptions/${this.subscriptionId}`;
    const { contract } = await this.call<{ contract: { FormatedContract: string; Contract: unknown } }>(
      'GET',
      `${path}/get-subscription-contract`,
    );
    await this.call(
      'POST',
      `${path}/contract`,
      {
        FormatedContract: contract.FormatedContract,
        Contract: contract.Contract,
        DeviceType: 'mobile',
        OS: 'Android 14',
        Browser: 'Chrome 140',
        BrowserVendor: 'Google Inc.',
        IP: '',
        Address: '',
      },
      { 'idempotency-key': randomUUID() },
    );
  }

  /** Pix of the plan of six instalments. */
  async openPix(): Promise<void> {
    const path = `/candidate/subscriptions/${this.subscriptionId}`;
    const options = await this.call<{ prices: { priceId: number; plan: unknown[] }[] }>(
      'GET',
      `${path}/payment-options?purpose=enrollment`,
    );
    const price = options.prices.find((one) => one.plan.length === 6);
    const payment = await this.call<{ paymentId: number }>(
      'POST',
      `${path}/payments`,
      { purpose: 'enrollment', priceId: price?.priceId, method: 'pix', installments: 6 },
      { 'idempotency-key': randomUUID() },
    );
    this.paymentId = payment.paymentId;
  }

  async #pay(): Promise<void> {
    await payInSandbox(this.product, this.paymentId);
    for (let tries = 0; tries < 100; tries++) {
      const [payment] = await paymentsOf(this.product, this.subscriptionId);
      if (payment?.state === 'paid') return;
      await new Promise((later) => setTimeout(later, 100));
    }
    throw new Error('The payment was not confirmed');
  }
}
