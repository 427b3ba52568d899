import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import {
  type AnyLine,
  AUDIENCES,
  type Audience,
  known,
  listening,
  timesReceived,
} from '../../../testing/live-audience.ts';
import { until } from '../../../testing/until.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const FLOOD = 4429;
/** Sockets per person (`limits.ts`). */
const MOST = 30;
const HELLO = JSON.stringify({ lastEventId: 'none' });
const closing = ({ closed }: AnyLine, ms = 10_000) => Promise.race([closed, pause(ms)]);
const receives = async (who: Audience, line: AnyLine) => {
  const mark = await who.publishOne();
  await until(
    async () => timesReceived(line, mark),
    (times) => times > 0,
  );
};

describe.each(AUDIENCES)('sockets of %s', (_, make) => {
  it('are closed with a reason for a page that sends too much; others stay connected', async () => {
    const [flooder, other] = [await make(harness), await make(harness)];
    for (let n = 0; n < 3; n += 1) await flooder.publishOne();
    const line = await listening(other);
    const flood = await flooder.open();
    await flood.opened;
    for (let n = 0; n < 20_000; n += 1) flood.say({ lastEventId: 'none' });
    expect(await closing(flood)).toBe(FLOOD);
    // Each replay sends all events; only the first few requests were answered.
    expect(flood.events.length).toBeLessThan(200);
    await receives(other, line);
    line.close();
  });

  it('are closed for frames of every type, before and after the ticket was validated', async () => {
    const kinds = [
      (socket: WebSocket) => socket.ping(),
      (socket: WebSocket) => socket.pong(),
      (socket: WebSocket) => socket.send('x'),
      (socket: WebSocket) => socket.send(HELLO),
    ];
    const lines: AnyLine[] = [];
    for (const send of kinds) {
      const who = await make(harness);
      const [early, late] = [await who.open(), await listening(who)];
      await early.opened;
      for (const line of [early, late]) for (let n = 0; n < 50; n += 1) send(line.socket);
      lines.push(early, late);
    }
    expect(await Promise.all(lines.map((line) => closing(line)))).toEqual(lines.map(() => FLOOD));
  });

  it('replay once at a time, and only for the newest greeting', async () => {
    const who = await make(harness);
    const line = await listening(who);
    const first = line.events[0]?.id ?? '';
    const mark = await who.publishOne();
    await until(
      async () => timesReceived(line, mark),
      (times) => times > 0,
    );
    // Fewer than would be treated as a flood.
    const greetings = 8;
    for (let n = 0; n < greetings; n += 1) line.say({ lastEventId: first });
    await until(
      async () => timesReceived(line, mark),
      (times) => times > 1,
    );
    await receives(who, line);
    // More would arrive if each greeting were answered.
    await pause(500);
    expect(timesReceived(line, mark) - 1).toBeLessThan(greetings - 2);
    line.close();
  });

  it('are limited to the tabs a person needs; closing one frees its place', async () => {
    const who = await make(harness);
    const lines: AnyLine[] = [];
    for (let n = 0; n < MOST; n += 1) lines.push(await who.open());
    await Promise.all(lines.map((line) => known(who, line)));
    expect(await closing(await who.open())).toBe(FLOOD);
    lines[0]?.close();
    await lines[0]?.closed;
    const next = await who.open();
    await receives(who, await known(who, next));
    for (const line of [...lines, next]) line.close();
  });

  it('are closed for a page that does not read', async () => {
    const who = await make(harness);
    const line = await listening(who);
    line.socket.pause();
    for (let n = 0; n < 40; n += 1) await who.publishOne(300_000);
    await pause(500);
    line.socket.resume();
    expect(await closing(line)).toBe(1006);
  });
});
