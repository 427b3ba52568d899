import type { ApplicationType, HistoryRow, Status } from '@orbita/domain/subscription';
import sql, { raw } from 'sql-template-tag';
import { letIn, type SignedIn, signedIn } from '../enrolling.ts';
import type { Client, Harness, Response } from '../harness.ts';
import { requestPlace } from '../requests.ts';
import { courseOf, engineCatalogue, type Head, type Letter, offerCode, type Tail } from './catalogue.ts';
import { type Print, printer } from './print.ts';

/** Answer to a call about one application. */
export type Outcome = Response<{ code?: string; status?: number; id?: number }>;

/** Everything about one application that a refused command must not change. */
export type Snapshot = {
  type: ApplicationType;
  status: Status;
  version: number;
  is_paid: boolean;
  is_tax_paid: boolean;
  holds_place: boolean;
  /** Sum of all payments received, refunded or not. */
  received_cents: number;
  history: (HistoryRow & { transition: string })[];
};

type Place = { offer_id: number; course_id: number; course: string; pole: 'BH' | 'CT'; pole_id: number };

/** A tenant whose offers reach every row, on a running product. */
export class Engine {
  readonly harness: Harness;
  readonly operations: Client;
  readonly tenantId: number;
  readonly #places: ReadonlyMap<string, Place>;
  readonly slots: readonly number[];
  readonly classes: ReadonlyMap<string, number>;
  readonly printer: Awaited<ReturnType<typeof printer>>;

  private constructor(harness: Harness, tenantId: number, found: Engine['found']) {
    this.harness = harness;
    this.operations = harness.operationsOf('motor');
    // The decider is named, so that somebody else can review the decision (TR-99).
    this.operations.headers = { ...this.operations.headers, 'x-operator': 'Primeira banca' };
    this.tenantId = tenantId;
    this.#places = new Map(found.places.map((place) => [`${place.code} ${place.pole}`, place]));
    this.slots = found.slots;
    this.classes = new Map(found.classes.map(({ code, id }) => [code, id]));
    this.printer = found.printer;
  }

  declare readonly found: {
    places: (Place & { code: string })[];
    slots: number[];
    classes: { code: string; id: number }[];
    printer: Awaited<ReturnType<typeof printer>>;
  };

  static async on(harness: Harness): Promise<Engine> {
    const installer = harness.operationsOf('alfa');
    installer.headers = { authorization: installer.headers.authorization ?? '' };
    const made = await installer.call('POST /operations/tenants/catalogue', {
      body: { yaml: engineCatalogue() },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const tenant = await harness.platform.db.global.one<{ id: number }>(
      sql`select id from tenant where alias = 'motor'`,
    );
    const tenantId = tenant?.id ?? 0;
    const on = harness.platform.db.tenant(tenantId);
    const listens = await harness.operationsOf('motor').call('POST /operations/webhook-endpoints', {
      body: {
        institution: 'MOT01',
        url: 'https://academico.motor.test/avisos',
        kinds: ['subscription.status-changed', 'enrollment.completed'],
        description: 'Sistema acadêmico',
      },
    });
    if (listens.status !== 201) throw new Error(JSON.stringify(listens.body));
    return new Engine(harness, tenantId, {
      places: await on.many(sql`
        select o.code, o.id as offer_id, ocp.course_id, c.code as course, p.id as pole_id, p.code as pole
        from offer_course_pole ocp
        join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id
        join course c on c.tenant_id = ocp.tenant_id and c.id = ocp.course_id
        join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id where ocp.tenant_id = ${tenantId}`),
      slots: (
        await on.many<{ id: number }>(
          sql`select id from schedule_slot where tenant_id = ${tenantId} order by at`,
        )
      ).map(({ id }) => id),
      classes: await on.many(sql`select code, id from academic_class where tenant_id = ${tenantId}`),
      printer: await printer(on, tenantId),
    });
  }

  place(letter: Letter, head: Head, tail: Tail, pole: 'BH' | 'CT' = 'BH'): Place {
    const place = this.#places.get(`${offerCode(letter, head, tail)} ${pole}`);
    if (!place) throw new Error(`No offer ${offerCode(letter, head, tail)}`);
    return place;
  }

  /** Sets the clock; jobs run only when a test runs them. */
  at(instant: string): void {
    this.harness.clock.set(new Date(instant));
  }

  runJob(job: string): Promise<number> {
    return this.harness.platform.jobs.run(job);
  }

  /** A new person imported by the institution; without a birth date the application waits in 14. */
  async bring(letter: Letter, head: Head, tail: Tail, complete: boolean): Promise<Walker> {
    const who = await this.#enter();
    if (!complete) {
      // The person signed in by code, so the institution's next import refers to them.
      await this.harness.platform.db.tenant(this.tenantId).one(sql`
        update person set birth_date = null, email_proved_at = created_at where tenant_id = ${this.tenantId} and id = ${who.personId} returning id`);
    }
    const made = await this.operations.call('POST /operations/subscriptions', {
      body: {
        personId: who.personId,
        offerCode: offerCode(letter, head, tail),
        courseCode: courseOf(letter, tail),
        poleCode: 'BH',
        schooling: { level: 'postgraduate' },
      },
    });
    if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
    return new Walker(this, who, made.body.id, { letter, head, tail });
  }

  #enter = () => signedIn(this.harness, { tenant: 'motor', host: 'motor.orbita.test' });

  /** A new person with an application to an offer. */
  async apply(letter: Letter, head: Head, tail: Tail = 'plain'): Promise<Walker> {
    const { made, walker } = await this.applyAs(await this.#enter(), { letter, head, tail }, 'BH');
    if (!walker) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
    return walker;
  }

  /** An existing person applies to an offer; no walker when the application is refused. */
  async applyAs(who: SignedIn, way: Way, pole: Place['pole']): Promise<{ made: Outcome; walker?: Walker }> {
    const place = this.place(way.letter, way.head, way.tail, pole);
    const choice = { offerId: place.offer_id, courseId: place.course_id, poleId: place.pole_id };
    const made = await requestPlace(
      who.client,
      { institutionCode: 'MOT01', ...choice },
      { schooling: { level: 'postgraduate' } },
    );
    return {
      made,
      ...(made.status === 201 ? { walker: new Walker(this, who, made.body.id, way) } : {}),
    };
  }
}

/** Tables of records that belong to an application and have an id of their own. */
export type Hanging =
  | 'essay'
  | 'payment'
  | 'cancellation'
  | 'exam_score'
  | 'questionnaire'
  | 'interview'
  | 'required_document';

/** Offer of an application. */
export type Way = { letter: Letter; head: Head; tail: Tail };

/** One application with its candidate and institution, and its state. */
export class Walker {
  readonly engine: Engine;
  readonly client: Client;
  readonly id: number;
  readonly personId: number;
  readonly cpf: string;
  readonly way: Way;
  readonly who: SignedIn;

  constructor(engine: Engine, who: SignedIn, id: number, way: Way) {
    this.who = who;
    this.engine = engine;
    this.client = who.client;
    this.personId = who.personId;
    this.cpf = who.cpf;
    this.id = id;
    this.way = way;
  }

  /** Signs the candidate in again, because sessions expire when the clock moves by days. */
  signIn(): Promise<void> {
    return letIn(this.engine.harness, 'motor', this.client, this.who);
  }

  /** A call of the candidate about this application. */
  candidate(method: string, path: string, body?: unknown): Promise<Outcome> {
    return this.client.send(method, `/orbita/api/candidate/subscriptions/${this.id}${path}`, {
      body,
      headers: { 'idempotency-key': crypto.randomUUID() },
    }) as Promise<Outcome>;
  }

  /** A call of the institution. */
  institution(method: string, path: string, body?: unknown): Promise<Outcome> {
    return this.engine.operations.send(method, `/orbita/api/operations${path}`, { body }) as Promise<Outcome>;
  }

  /** The latest row of a table of this application. */
  async newest(table: Hanging, where = 'true') {
    const { tenantId, harness } = this.engine;
    const found = await harness.platform.db.tenant(tenantId).one<{ id: number }>(sql`
      select id from ${raw(table)} where tenant_id = ${tenantId} and subscription_id = ${this.id} and ${raw(where)}
      order by id desc limit 1`);
    return found?.id;
  }

  async snapshot(): Promise<Snapshot> {
    const { tenantId, harness } = this.engine;
    const found = await harness.platform.db.tenant(tenantId).one<Snapshot>(sql`
      select s.application_type as type, s.status, s.version, s.is_paid, s.is_tax_paid, s.holds_place,
        (select coalesce(sum(y.received_cents), 0)::bigint from payment y
         where y.tenant_id = s.tenant_id and y.subscription_id = s.id) as received_cents,
        (select jsonb_agg(jsonb_build_object('from', h.from_status, 'to', h.to_status, 'event', h.event,
           'actor', h.actor, 'transition', h.transition) order by h.id)
         from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id) as history
      from subscription s where s.tenant_id = ${tenantId} and s.id = ${this.id}`);
    if (!found) throw new Error(`No subscription ${this.id}`);
    return found;
  }

  /** Fingerprint of the application, by table. */
  print(): Promise<Print> {
    return this.engine.printer.of(this.id, this.personId);
  }

  async status(): Promise<Status> {
    return (await this.snapshot()).status;
  }
}
