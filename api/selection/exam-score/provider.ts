import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { type ExamScorePort, ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';

const ANSWER_MS = 8_000;

const score = z.number().min(0).max(1000);
const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('not-found') }),
  z.object({
    status: z.literal('found'),
    trainee: z.boolean(),
    scores: z.object({
      languages: score,
      humanities: score,
      sciences: score,
      mathematics: score,
      essay: score,
    }),
  }),
]);

/**
 * Reads results of the national exam over HTTP: `PUT /lookups/{reference}` with number, year and CPF. The numbers are sent only
 * in the body, because addresses end up in logs.
 * @param patienceMs time that the service has to respond.
 */
export function createExamScores(
  config: Pick<Config, 'examScore'>,
  patienceMs: number = ANSWER_MS,
): ExamScorePort {
  return {
    async lookUp({ reference, registration, year, cpf }) {
      const { url, key } = config.examScore;
      if (!url) throw new ProviderUnavailable('No service for exam scores is configured');
      const response = await fetch(`${url}/lookups/${encodeURIComponent(reference)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ registration, year, cpf }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: Error) => {
        throw new ProviderUnknown(`No answer about exam scores: ${error.name}`, { cause: error });
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ProviderUnavailable(`The service for exam scores answered ${response.status}`);
      }
      const text: unknown = await response.json().catch(() => undefined);
      const parsed = answer.safeParse(text);
      // The response is neither a result nor a refusal; its content must not be logged.
      if (!parsed.success) throw new ProviderUnknown('The service for exam scores answered something else');
      const { data } = parsed;
      return data.status === 'found'
        ? { state: 'found', trainee: data.trainee, scores: data.scores }
        : { state: data.status };
    },
  };
}
