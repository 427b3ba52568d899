import { Counter, Gauge, Registry } from 'prom-client';
import { collect } from './collect.ts';
import { COLLECT_MS, type News, type ToPrimary, type ToProcess } from './messages.ts';
import { createTotals } from './totals.ts';

/** The primary's view of the processes: which are serving, and how to send to one. */
type Processes = {
  serving(): number[];
  send(number: number, message: ToProcess): void;
};

/**
 * The primary's work between its processes: relays messages from one to the others, and adds up everyone's metrics. A process
 * that does not report within `measuresMs` milliseconds counts with its last report.
 */
export function createExchange({ serving, send }: Processes, measuresMs: number) {
  const registry = new Registry();
  const registers = [registry];
  const replaced = new Counter({
    name: 'orbita_processes_replaced_total',
    help: 'Processes of this node that ended without being asked to',
    registers,
  });
  new Gauge({
    name: 'orbita_processes_serving',
    help: 'Processes of this node that serve',
    registers,
    collect() {
      this.set(serving().length);
    },
  });
  const totals = createTotals();
  const scrapes = new Map<number, { missing: Set<number>; done: () => void }>();
  let scraped = 0;

  const news = collect<News & { from: number }>(COLLECT_MS, (items) => {
    for (const number of serving()) {
      const others = items.filter(({ from }) => from !== number);
      if (others.length > 0) send(number, { kind: 'news', news: others });
    }
  });
  const announceServing = () => {
    const numbers = serving();
    for (const number of numbers) send(number, { kind: 'serving', numbers });
  };
  const noLongerMissing = (number: number) => {
    for (const { missing, done } of scrapes.values())
      if (missing.delete(number) && missing.size === 0) done();
  };
  const measureAll = (): Promise<void> =>
    new Promise((done) => {
      scraped += 1;
      const id = scraped;
      const end = () => {
        clearTimeout(timer);
        scrapes.delete(id);
        done();
      };
      const timer = setTimeout(end, measuresMs);
      scrapes.set(id, { missing: new Set(serving()), done: end });
      for (const number of serving()) send(number, { kind: 'measure', id });
    });
  const scrape = async (): Promise<string> => {
    await measureAll();
    return totals.text(await registry.getMetricsAsJSON());
  };

  return {
    /** Handles a message from the process with this number. */
    receive(number: number, message: ToPrimary): void {
      if (message.kind === 'news') for (const item of message.news) news.add({ ...item, from: number });
      else if (message.kind === 'scrape')
        void scrape().then((text) => send(number, { kind: 'scraped', id: message.id, text }));
      else if (message.kind === 'measured') {
        totals.keep(number, message.measures);
        const asked = scrapes.get(message.id);
        if (asked?.missing.delete(number) && asked.missing.size === 0) asked.done();
      } else if (message.kind === 'serving') announceServing();
    },
    /** Announces to the others that a process has ended. */
    ended(number: number): void {
      // Its messages must not arrive after its end.
      news.flush();
      totals.end(number);
      noLongerMissing(number);
      announceServing();
    },
    replaced: () => replaced.inc(),
  };
}
