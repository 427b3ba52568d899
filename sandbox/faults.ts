import { ACQUIRERS } from '@orbita/domain/tenancy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ledger } from './ledger.ts';

/** Ports whose failure can be simulated (spec 17.7). */
export const FAULT_PORTS = [
  'pix',
  'slip',
  'slip-fetch',
  ...ACQUIRERS,
  'mail',
  'sms',
  'whatsapp',
  'zip',
  'captcha',
  'scan',
  'scan-limit',
  'google',
  'linkedin',
  'facebook',
  'staff-idp',
  'academic',
  'academic-catalogue',
  'exam-score',
  'storage',
  'storage-read',
] as const;
export type FaultPort = (typeof FAULT_PORTS)[number];

export const FAULT_MODES = ['ok', 'slow', 'down'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export interface Faults {
  mode(port: FaultPort): FaultMode;
  set(port: FaultPort, mode: FaultMode): void;
  clear(): void;
  /** Resolves at once, or after the slow delay while the port is slow. */
  linger(port: FaultPort): Promise<void>;
}

export const isFaultPort = (value: unknown): value is FaultPort => FAULT_PORTS.includes(value as FaultPort);
export const isFaultMode = (value: unknown): value is FaultMode => FAULT_MODES.includes(value as FaultMode);

/** Faults survive a restart. `slowMs` is longer than any client's timeout. */
export function openFaults(ledger: Ledger, slowMs: number): Faults {
  const modes = ledger.table<FaultMode>('fault');
  const mode = (port: FaultPort): FaultMode => modes.get(port) ?? 'ok';
  return {
    mode,
    set: (port, value) => modes.put(port, value),
    clear: () => modes.clear(),
    linger: async (port) => {
      if (mode(port) !== 'slow') return;
      await new Promise<void>((resolve) => {
        setTimeout(resolve, slowMs).unref();
      });
    },
  };
}

/**
 * Makes every route of `app` fail as `port` is set to. A slow port does its work first and answers late, because that is the
 * case clients get wrong: a timeout says nothing about what happened.
 */
export function playFaults(
  app: FastifyInstance,
  faults: Faults,
  port: FaultPort,
  refuse: (reply: FastifyReply) => FastifyReply = (reply) =>
    reply.code(503).send({ error: 'Serviço indisponível.' }),
): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (faults.mode(port) === 'down') return refuse(reply);
  });
  app.addHook('onSend', async () => faults.linger(port));
}
