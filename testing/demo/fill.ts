import type { Page } from '@orbita/domain/subscription';
import type { Walker } from '../walker.ts';
import { wholeWay } from '../whole-way.ts';
import { type Acts, DAY, demoActs, HOUR } from './acts.ts';
import { asksFor, cast, type Part } from './cast.ts';
import type { PastStage } from './stage.ts';
import { demoTeam } from './team.ts';
import { createTimeline } from './timeline.ts';

/** More pages than any application has. */
const MOST_STEPS = 25;
/** Hours between two pages of one person; payment by slip takes a day longer. */
const PAUSES = [0.2, 3, 1, 20, 0.5, 6];
const SLIP_HOURS = 26;

/** What the demo's people usually do on pages that involve a decision of their own. */
const usual: Partial<Record<Page, (who: Walker, acts: Acts, part: Part) => Promise<unknown>>> = {
  async essay(who, acts, { score = 640 }) {
    const id = await acts.write(who, who.id);
    await acts.after(7);
    await acts.grade(who, id, score);
  },
  async 'exam-score'(who, acts) {
    await asksFor('251000000003')(who);
    // The look-up is repeated by a nightly job.
    await acts.after(26);
  },
  async payment(who, acts, { method }) {
    const id = await acts.charge(who, method);
    await acts.after(method === 'slip' ? SLIP_HOURS : 0.5);
    await acts.bankPays(who, id);
  },
  async documents(who, acts, { papers }) {
    const sent = await acts.sendPapers(who, papers);
    await acts.after(9);
    await acts.review(who, sent);
  },
};

/**
 * Plays the whole cast up to now; `progress` is called after each day with the number done and the total. Returns the people
 * whose story was refused somewhere, with the reason: none, unless calls have changed.
 */
export async function fillPast(
  stage: PastStage,
  now: number,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<{ name: string; error: Error }[]> {
  const line = createTimeline();
  const acts = demoActs(stage, line, { member: demoTeam(stage), end: now });
  const way = wholeWay(stage, (at) => line.until(at));
  // The stories' hours are in Brasília time.
  const midnight = Math.floor((now - 3 * HOUR) / DAY) * DAY + 3 * HOUR;
  const parts = cast(new Date(now).getUTCFullYear());

  async function play(part: Part, n: number): Promise<void> {
    const [day, hour] = part.begins;
    // Anybody who starts today has started before now, whatever time of day it is.
    await line.until(Math.min(midnight - day * DAY + hour * HOUR, now - (12 - (n % 12)) * 0.25 * HOUR));
    if (part.imported) return acts.bring(part.person);
    const who = await way.arrive(part.person, part.host);
    await acts.apply(who, part.offer, part.campaign);
    const taken = new Set<Page>();
    let seen = acts.now();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await acts.comeBack(who, seen);
      seen = acts.now();
      const page = await way.pageOf(who);
      const own = part.on?.[page];
      // After a special act, a person stays where it has led them.
      if (own ? taken.has(page) : page === part.stop) break;
      const act = own ?? usual[page] ?? way.DONE_ON[page];
      if (!act) break;
      taken.add(page);
      await act(who, acts, part);
      // A place in a class is held only for minutes.
      await acts.after(page === 'class' ? 0.1 : (PAUSES[(n + step) % PAUSES.length] ?? 1));
    }
    if (part.afterwards) await acts.comeBack(who, seen);
    await part.afterwards?.(who, acts, part);
  }

  const first = midnight / DAY - Math.max(...parts.map(({ begins: [day] }) => day));
  const days = Math.floor(now / DAY - first) + 1;
  let today = Number.NaN;
  const stories = parts.map((part, n) => ({
    name: `${part.person.name}: ${part.offer.course}`,
    play: () => play(part, n),
  }));
  const refused = await line.run(stories, {
    end: now,
    async move(instant) {
      const day = Math.floor(instant / DAY);
      await stage.moveTo(instant, day !== today);
      if (day !== today) progress(Math.floor(instant / DAY - first), days);
      today = day;
    },
  });
  progress(days, days);
  return refused;
}
