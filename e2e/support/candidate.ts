import type { BrowserContext, Page } from '@playwright/test';
import type { Client } from '../../testing/client.ts';
import {
  acceptContract,
  apply,
  begin,
  bodyOf,
  fillData,
  findCourse,
  grade,
  type Offers,
  payByPix,
  signUp,
  untilPaid,
} from '../../testing/journey.ts';
import { type Person, inventedPerson as personOf } from '../../testing/people.ts';
import {
  type Application,
  finishEssay,
  requestPlace,
  type Schooling,
  signIn,
  startEssay,
} from '../../testing/requests.ts';
import { payInSandbox } from './pix.ts';
import type { Product } from './product.ts';

export { PASSWORD, type Person } from '../../testing/people.ts';

const HOST = 'cua.alfa.orbita.test';

/** How far an application has come. */
const STATES = [
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

let people = 0;

/** Another invented person: a valid CPF, and their own e-mail and phone. */
export function inventedPerson(): Person {
  people += 1;
  return personOf(200_000_000 + people);
}

type Cookie = { name: string; value: string; path: string; httpOnly: boolean; expires: number };

/** The cookie from a `Set-Cookie` header, in the form Playwright accepts. */
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

/** Puts a client's cookies into a browser, for one host. */
export const addSession = (context: BrowserContext, client: Client, host: string): Promise<void> =>
  context.addCookies(
    [...client.cookieLines.values()].map(cookieOf).map((cookie) => ({
      ...cookie,
      domain: host,
      secure: false,
      sameSite: cookie.httpOnly ? 'Strict' : 'Lax',
    })),
  );

/** A person brought far within moments: signed up and advanced through HTTP, then handed over to a browser. */
export class Candidate {
  readonly product: Product;
  readonly host: string;
  readonly person: Person;
  /** Makes the person's calls and keeps their session. */
  readonly client: Client;
  personId = 0;
  subscriptionId = 0;
  essayId = 0;
  paymentId = 0;

  private constructor(product: Product, host: string, person: Person) {
    this.product = product;
    this.host = host;
    this.person = person;
    this.client = product.client(host);
  }

  /** Brings an invented person to `state` and signs them in in that browser. */
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
    if (state === 'paid') await candidate.readNews(context);
    return candidate;
  }

  /** Address of the application's page. */
  get page(): string {
    return this.product.url(`/subscriptions/essays/${this.subscriptionId}`, this.host);
  }

  /** Puts the session into a browser; the portal's welcome counts as read. */
  async enter(context: BrowserContext): Promise<void> {
    await addSession(context, this.client, this.host);
    await context.addCookies([
      {
        name: 'hideWelcomeModal',
        value: 'true',
        path: '/orbita/candidate',
        domain: this.host,
        secure: false,
        sameSite: 'Lax',
        expires: -1,
      },
    ]);
  }

  /** The confirmation of the first payment counts as read in that browser (S-33). */
  async readNews(context: BrowserContext): Promise<void> {
    await context.addInitScript((seen) => {
      try {
        sessionStorage.setItem('orbita.payment-seen', seen);
      } catch {
        // A page without storage, such as about:blank.
      }
    }, `${this.subscriptionId}:1`);
  }

  /** Signs in again in that browser, as after more days than a session lasts. */
  async comeBack(context: BrowserContext): Promise<void> {
    await begin(this.client, await signIn(this.client, this.person, this.#tenant()));
    await this.enter(context);
  }

  /** Closes the page, and signs in again at that instant: a page left open would notice the end of its session and leave. */
  async comeBackAt(page: Page, instant: string): Promise<void> {
    await page.goto('about:blank');
    await this.product.setClock(instant);
    await this.comeBack(page.context());
  }

  /** Any call of the candidate's own API; throws if it is refused. */
  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await this.client.send(method, `/orbita/api${path}`, { body, headers });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  /** Ends every session of this person on the server, without the browser knowing. */
  endSession(): Promise<unknown> {
    return this.call('POST', '/platform/auth/signout');
  }

  #tenant(): 'alfa' | 'beta' {
    return this.host.includes('beta') ? 'beta' : 'alfa';
  }

  /** Search text that finds the course of the essay. */
  #course(): string {
    return this.#tenant() === 'beta' ? 'sistemas' : 'administra';
  }

  async #signUp(): Promise<void> {
    this.personId = (await signUp(this.client, this.person, this.#tenant())).personId;
  }

  async #step(state: State): Promise<void> {
    if (state === 'applied') this.subscriptionId = (await apply(this.client, this.#course())).id;
    else if (state === 'essay-started')
      this.essayId = bodyOf(await startEssay(this.client, this.subscriptionId)).id;
    else if (state === 'approved') await this.#passEssay();
    else if (state === 'data-complete') await this.fillData();
    else if (state === 'contract-accepted') await this.acceptContract();
    else if (state === 'pix-open') await this.openPix();
    else if (state === 'paid') await this.#pay();
  }

  /** Applies for the first course found by an offer query, at an institution if there are several. */
  async apply(
    query: Offers,
    level: Application['schooling']['level'] = 'high-school',
    institution?: string,
  ): Promise<number> {
    const choice = await findCourse(this.client, query, { institution });
    this.subscriptionId = bodyOf(await requestPlace(this.client, choice, { schooling: { level } })).id;
    return this.subscriptionId;
  }

  async #passEssay(): Promise<void> {
    bodyOf(await finishEssay(this.client, this.essayId));
    await grade(this.product.institution(this.#tenant()), this.essayId);
  }

  /** Personal data and education, school level unless given. */
  fillData(schooling?: Schooling): Promise<void> {
    return fillData(this.client, this.personId, this.subscriptionId, this.person, schooling);
  }

  /** Accepts the contract in its current version. */
  async acceptContract(): Promise<void> {
    await acceptContract(this.client, this.subscriptionId);
  }

  /** Pix for the plan of six instalments. */
  async openPix(): Promise<void> {
    this.paymentId = (await payByPix(this.client, this.subscriptionId)).paymentId;
  }

  async #pay(): Promise<void> {
    await payInSandbox(this.product, this.paymentId);
    // Polled less often than in an API test, because a page on the same network makes calls as well.
    await untilPaid(this.client, this.paymentId, 100);
  }
}
