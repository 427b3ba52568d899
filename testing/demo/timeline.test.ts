import { expect, it } from 'vitest';
import { createTimeline } from './timeline.ts';

it('wakes one story at a time, in the order of their times', async () => {
  const line = createTimeline();
  const heard: string[] = [];
  let now = 0;
  const story = (name: string, instants: readonly number[]) => ({
    name,
    async play() {
      for (const at of instants) {
        await line.until(at);
        heard.push(`${name}@${now}`);
      }
    },
  });
  const failed = await line.run([story('a', [5, 20, 30]), story('b', [10, 20, 99])], {
    end: 50,
    move: async (instant) => {
      now = instant;
    },
  });
  expect(heard).toEqual(['a@5', 'b@10', 'a@20', 'b@20', 'a@30']);
  expect(failed).toEqual([]);
});

it('never goes back, and names the stories that were refused', async () => {
  const line = createTimeline();
  const instants: number[] = [];
  const failed = await line.run(
    [
      {
        name: 'late',
        async play() {
          await line.until(10);
          // An instant in the past means now.
          await line.until(3);
        },
      },
      {
        name: 'refused',
        async play() {
          await line.until(12);
          throw new Error('422');
        },
      },
      {
        name: 'refused at once',
        async play() {
          throw new Error('404');
        },
      },
    ],
    { end: 50, move: async (instant) => void instants.push(instant) },
  );
  expect(instants).toEqual([10, 10, 12]);
  expect(failed.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([
    'refused at once: 404',
    'refused: 422',
  ]);
});
