import type { FastifyReply } from 'fastify';
import { realNow } from '../clock.ts';

export interface Violation {
  razao: string;
  propriedade: string;
  valor?: string;
}

/** A refusal in the format of API Cobrança. */
export class BankProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly violations: Violation[];

  constructor(status: number, title: string, detail: string, violations: Violation[] = []) {
    super(detail);
    this.status = status;
    this.title = title;
    this.violations = violations;
  }
}

export const sendBankProblem = (reply: FastifyReply, problem: BankProblem): FastifyReply =>
  reply.code(problem.status).send({
    title: problem.title,
    detail: problem.message,
    timestamp: new Date(realNow()).toISOString(),
    ...(problem.violations.length > 0 ? { violacoes: problem.violations } : {}),
  });
