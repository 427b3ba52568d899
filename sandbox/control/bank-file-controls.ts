import type { FastifyInstance } from 'fastify';
import { answerFile, FILE_EVENTS, isFileEvent, NoRemittance, readFile } from '../bank-files/bank-files.ts';
import type { World } from '../world.ts';
import { Refused } from './refused.ts';

const isPlaces = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one) && one > 0);
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A bank that exchanges files: it receives a remittance and returns the results of its slips. */
export function bankFileControls(app: FastifyInstance, world: World): void {
  app.post('/cnab/returns', { bodyLimit: 8 * 1024 * 1024 }, async (request) => {
    const { file, event, only, amount, day, sequence } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof file !== 'string') throw new Refused(422, 'file deve ser o texto da remessa.');
    if (!isFileEvent(event)) throw new Refused(422, `event deve ser ${Object.keys(FILE_EVENTS).join(', ')}.`);
    if (only !== undefined && !isPlaces(only))
      throw new Refused(422, 'only deve ter posições a partir de 1.');
    if (amount !== undefined && !(typeof amount === 'number' && amount >= 0))
      throw new Refused(422, 'amount deve ser um número de reais.');
    if (sequence !== undefined && !(typeof sequence === 'number' && Number.isInteger(sequence)))
      throw new Refused(422, 'sequence deve ser um número inteiro.');
    try {
      const remittance = readFile(file);
      const content = answerFile(world, remittance, {
        ...{ event, only, sequence },
        cents: amount === undefined ? undefined : Math.round(amount * 100),
        day: isDay(day) ? day : world.clock.now().toISOString().slice(0, 10),
      });
      return { slips: remittance.slips.length, content };
    } catch (error) {
      if (error instanceof NoRemittance) throw new Refused(422, error.message);
      throw error;
    }
  });
}
