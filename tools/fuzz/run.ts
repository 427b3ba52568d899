import fc from 'fast-check';
import { type Chosen, chooser, planOf, steers } from './choose.ts';
import { type Counts, countAnswer, countSocket, emptyCounts } from './count.ts';
import type { Described } from './description.ts';
import { cameIn, type Fault, judge } from './judge.ts';
import type { Plan } from './plans.ts';
import { createProofs } from './proofs.ts';
import { Line, type Outcome } from './send.ts';
import { talk } from './talk.ts';
import { type Wire, wireOf } from './wire.ts';
import { type Engine, type Product, prepareWorld } from './world.ts';

export type Found = {
  kind: Fault | 'no answer' | 'too slow' | 'exit' | 'never let in';
  key: string;
  index: number;
  what: string;
  /** The smallest request that still reproduces it. */
  request: string;
  log: string[];
  times: number;
};
export type Options = {
  seed: number;
  count: number;
  engine: Engine;
  /** Runs only this index, as it would come in a run with this seed. */
  only?: number | undefined;
  /** Folder that keeps the prepared world for the next run; PGlite only. */
  world?: string | undefined;
  /** Ends before `count` is reached, after this many minutes. */
  minutes?: number | undefined;
  say(text: string): void;
};

const ROUND = 25_000;
const LANES = 24;
/** One in this many requests goes to a socket. */
const SOCKET_EVERY = 40;
const SLOW_MS = 1_000;
const PATIENCE_MS = 15_000;
/** The clock is set forward only when every job has run, and a provider set to be silent keeps jobs waiting. */
const CLOCK_PATIENCE_MS = 180_000;
const SETS_CLOCK = 'PUT /operations/simulator/clock';
const SHRINK_RUNS = 150;
const SHRINK_MS = 15_000;
const MOST_KINDS = 25;
const LOST_CALLERS = 3;
/** Additional rounds over all calls for a call every request of which was refused at the door. */
const CONNECTIONS = 60;

/** Headers of a request that replace the caller's credentials. */
const PROVING = new Set(['authorization', 'cookie', 'x-tenant-alias', 'x-forwarded-host']);
/** Whether a 401 means that this caller's session ended, not that the call is meant for others. */
const mayRenew = ({ caller, call: { audience } }: Chosen): boolean =>
  caller.spares.length > 0
    ? audience === 'staff' || audience === 'operations'
    : caller.signIn !== undefined && audience === 'candidate';

const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** Sends malformed requests to its own instance of the product and reports what they broke. */
export async function fuzz(
  options: Options,
): Promise<{ counts: Counts; found: Found[]; chosen: ReturnType<typeof chooser> }> {
  const { seed, count, engine, say } = options;
  say('Preparing people and catalogue…');
  const prepared = await prepareWorld(engine, options.world);
  const chosen = chooser(prepared.world);
  const counts = emptyCounts();
  const until = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const outOfTime = () => performance.now() > until;
  const found = new Map<string, Found>();
  let product: Product | undefined;
  const proofs = createProofs(chosen.callers, () => {
    counts.renewed += 1;
  });

  const begin = async (): Promise<Product> => {
    await product?.stop();
    product = await prepared.round();
    counts.rounds += 1;
    proofs.begin();
    return product;
  };

  const wireFor = (plan: Plan, at: number, id: string): Wire =>
    wireOf(plan, proofs.of(plan.actor), id, addressOf(at));
  /** A kept connection may have been closed meanwhile: a valid request is repeated on a new one. */
  const deliver = async (line: Line, wire: Wire, { call }: Chosen): Promise<Outcome> => {
    const lawful = !wire.lawless && wire.end === 'open';
    const patienceMs = lawful && call.key === SETS_CLOCK ? CLOCK_PATIENCE_MS : PATIENCE_MS;
    const outcome = await line.send(wire, patienceMs);
    return outcome.ended === 'closed' && lawful ? line.send(wire, patienceMs) : outcome;
  };
  type Seen = { kinds: Map<Found['kind'], string>; slowMs: number };
  const look = ({ call }: Chosen, plan: Plan, wire: Wire, outcome: Outcome): Seen => {
    const kinds: Seen['kinds'] = new Map();
    if (outcome.ended === 'silent' && wire.end === 'open' && !wire.lawless) kinds.set('no answer', 'silent');
    if (
      outcome.ended === 'closed' &&
      !wire.lawless &&
      wire.end === 'open' &&
      (plan.body?.bytes.length ?? 0) < 200_000
    )
      kinds.set('no answer', 'closed');
    for (const answer of outcome.answers)
      for (const fault of judge(plan, call, answer, wire.lawless))
        kinds.set(fault, `${answer.status} ${answer.body.slice(0, 300)}`);
    return { kinds, slowMs: Math.max(0, ...outcome.answers.map(({ ms }) => ms / wire.answers)) };
  };

  /** The smallest plan that reproduces the finding, by the generator's own shrinking. */
  const shrunk = async (one: Chosen, kind: Found['kind'], first: Plan): Promise<Plan> => {
    const line = new Line(product?.port ?? 0);
    const shown = await fc.check(
      fc.asyncProperty(one.arbitrary, async (plan) => {
        const wire = wireFor(plan, one.index, `fuzz-${seed}-${one.index}`);
        return !look(one, plan, wire, await deliver(line, wire, one)).kinds.has(kind);
      }),
      { seed: one.seed, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS, maxSkipsPerRun: SHRINK_RUNS },
    );
    line.close();
    return shown.counterexample?.[0] ?? first;
  };
  const written = (plan: Plan, at: number): string =>
    Buffer.concat(wireFor(plan, at, `fuzz-${seed}-${at}`).pieces)
      .toString('utf8')
      .replaceAll('\r', '')
      .slice(0, 1_500);

  /** One of a kind is enough: what the HTTP parser answers is the same for every call. */
  const nameOf = (kind: Found['kind'], key: string, what: string): string =>
    `${kind} ${/"code":"(FST_\w+)"/.exec(what)?.[1] ?? key}`;
  const note = (kind: Found['kind'], one: Chosen, plan: Plan, what: string): boolean => {
    const name = nameOf(kind, one.call.key, what);
    const known = found.get(name);
    if (known) {
      known.times += 1;
      return false;
    }
    say(`found ${kind}: ${one.call.key}, --only ${one.index}: ${what.slice(0, 160)}`);
    found.set(name, {
      kind,
      key: one.call.key,
      index: one.index,
      what,
      request: written(plan, one.index),
      log: product?.logOf(`fuzz-${seed}-${one.index}`) ?? [],
      times: 1,
    });
    return true;
  };

  type Later = { one: Chosen; plan: Plan; kind: Found['kind']; what: string };
  /** Sends the request at one index; returns what needs to be checked alone. */
  const ask = async (at: Product, line: Line, one: Chosen): Promise<Later[]> => {
    const plan = planOf(one);
    const wire = wireFor(plan, one.index, `fuzz-${seed}-${one.index}`);
    const outcome = await deliver(line, wire, one);
    counts.requests += 1;
    if (outcome.answers.length === 0) counts.unanswered += 1;
    for (const answer of outcome.answers.slice(0, 1)) {
      countAnswer(counts, one.call.key, one.index, answer.status, answer.ms);
      if (cameIn(plan, answer)) counts.cameIn.add(one.call.key);
    }
    const later: Later[] = [];
    const { kinds, slowMs } = look(one, plan, wire, outcome);
    for (const [kind, what] of kinds) if (note(kind, one, plan, what)) later.push({ one, plan, kind, what });
    if (slowMs > SLOW_MS) later.push({ one, plan, kind: 'too slow', what: '' });
    const overwritten = plan.headers.some(([name]) => PROVING.has(name));
    const ended = outcome.answers[0]?.status === 401 && plan.straight && !overwritten;
    if (ended && mayRenew(one)) await proofs.renew(at.url, one.caller);
    counts.worst.heldMs = Math.max(counts.worst.heldMs, at.pulse.heldMs);
    counts.worst.rssMiB = Math.max(counts.worst.rssMiB, at.pulse.rssMiB);
    return later;
  };

  /** Requests from `from` to `end` over several connections at once. */
  const volley = async (
    from: number,
    end: number,
    lanes: number,
  ): Promise<{ next: number; later: Later[] }> => {
    const at = product as Product;
    const later: Later[] = [];
    let next = from;
    const lane = async () => {
      const line = new Line(at.port);
      while (next < end && !outOfTime() && proofs.lost.size < LOST_CALLERS && !at.exited()) {
        const index = next++;
        const one = chosen.at(seed, index, ROUND);
        if (lanes > 1 && index % SOCKET_EVERY === SOCKET_EVERY - 1) await listen(at, one);
        else later.push(...(await ask(at, line, one)));
      }
      line.close();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return { next: Math.min(next, end), later };
  };

  const listen = async (at: Product, one: Chosen): Promise<void> => {
    const talked = await talk(at, one, chosen.callers, proofs, addressOf(one.index));
    if (!talked) return;
    const { path: key, status, ms, closed, what } = talked;
    counts.requests += 1;
    counts.sockets += 1;
    countAnswer(counts, key, one.index, status, ms);
    countSocket(counts, key, status, closed);
    if (status >= 500 || status === 0) {
      const kind = status ? 'server error' : 'no answer';
      found.set(`${key} socket`, { kind, key, index: one.index, what, request: what, log: [], times: 1 });
    }
  };

  /**
   * Keeps requesting calls of which every request was refused at the door; a call that nobody reaches is a fault of the fuzzer.
   */
  const connectOnce = async (from: number): Promise<void> => {
    const at = product as Product;
    const left = () => chosen.description.calls.filter((one) => !counts.cameIn.has(one.key) && wasAsked(one));
    const wasAsked = (one: Described) => !steers(one) || counts.calls.has(one.key);
    const line = new Line(at.port);
    const end = from + CONNECTIONS * chosen.description.calls.length;
    for (let index = from; index < end && left().length > 0 && !at.exited() && !outOfTime(); index++) {
      const one = chosen.at(seed, index, ROUND);
      if (!counts.cameIn.has(one.call.key) && !steers(one.call)) await lookAgain(await ask(at, line, one));
    }
    line.close();
    if (outOfTime()) return;
    for (const { key } of left()) {
      const what = `refused at the door by everybody: ${JSON.stringify(counts.calls.get(key))}`;
      found.set(`door ${key}`, { kind: 'never let in', key, index: 0, what, request: '', log: [], times: 1 });
    }
  };

  /** Repeats a suspicious request alone, and shrinks it. */
  const lookAgain = async (later: readonly Later[]): Promise<void> => {
    for (const { one, plan, kind, what } of later) {
      if ((product as Product).exited()) return;
      if (kind === 'too slow') {
        const line = new Line((product as Product).port);
        const times: number[] = [];
        for (let n = 0; n < 2; n++) {
          const wire = wireFor(plan, one.index, `fuzz-${seed}-${one.index}`);
          times.push(look(one, plan, wire, await deliver(line, wire, one)).slowMs);
        }
        line.close();
        if (Math.min(...times) > SLOW_MS)
          note(kind, one, plan, `${times.map((ms) => ms.toFixed(0)).join(', ')} ms alone`);
      } else if (found.size <= MOST_KINDS) {
        const small = await shrunk(one, kind, plan);
        const entry = found.get(nameOf(kind, one.call.key, what));
        if (entry) entry.request = written(small, one.index);
      }
    }
  };

  try {
    const end = options.only === undefined ? count : options.only + 1;
    for (let next = options.only ?? 0; next < end && !outOfTime(); ) {
      const at = await begin();
      const roundEnd = Math.min(end, (Math.floor(next / ROUND) + 1) * ROUND);
      const steerFrom = Math.floor(next / ROUND) * ROUND + Math.ceil(ROUND * 0.96);
      const usual = await volley(next, Math.min(roundEnd, steerFrom), options.only === undefined ? LANES : 1);
      await lookAgain(usual.later);
      next = Math.max(next, usual.next);
      if (next >= steerFrom && next < roundEnd && proofs.lost.size < LOST_CALLERS && !at.exited()) {
        const last = await volley(next, roundEnd, 1);
        await lookAgain(last.later);
        next = last.next;
      }
      const exited = at.exited();
      if (exited) {
        const one = chosen.at(seed, next - 1, ROUND);
        note('exit', one, planOf(one), exited);
        if (options.only !== undefined) break;
      }
      say(
        `${next} of ${end}, ${found.size} kinds of faults, memory ${at.pulse.rssMiB.toFixed(0)} MiB, processor ${(at.pulse.cpuMs / 1000).toFixed(0)} s${proofs.lost.size ? `, lost ${[...proofs.lost].join(' ')}` : ''}`,
      );
    }
    if (options.only === undefined && count >= chosen.description.calls.length) await connectOnce(count);
  } finally {
    await product?.stop();
    await prepared.stop();
  }
  return { counts, found: [...found.values()], chosen };
}
