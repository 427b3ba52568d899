import { type Command, CommanderError } from 'commander';
import { admissionCommands } from './admission/admission.ts';
import { approvalCommands } from './approval/approval.ts';
import { catalogueCommands } from './catalogue/catalogue.ts';
import { Refused } from './client.ts';
import { completionCommands } from './completion.ts';
import { createContext, Misused } from './context.ts';
import { databaseCommands } from './database.ts';
import { addExamples } from './examples.ts';
import { exportCommands } from './export/export.ts';
import { handoffCommands } from './identity/handoff.ts';
import { loginCommands } from './identity/login.ts';
import { messageCommands } from './messaging/message.ts';
import { webhookCommands } from './messaging/webhook.ts';
import { monthCommands } from './payment/month.ts';
import { paymentCommands } from './payment/payment.ts';
import { providerCommands } from './payment/provider.ts';
import { reconciliationCommands } from './payment/reconciliation.ts';
import { slipFileCommands } from './payment/slip-files.ts';
import { importCommand, peopleCommands } from './person/people.ts';
import { privacyCommands } from './privacy/privacy.ts';
import { createProgram } from './program.ts';
import { reportCommands } from './report/report.ts';
import { examScoreCommands } from './selection/exam-score.ts';
import { testCommands } from './selection/test.ts';
import { simulatorCommands } from './simulator/simulator.ts';
import { staffCommands } from './staff/staff.ts';
import { workCommands } from './subscription/applications.ts';
import { candidacyCommands } from './subscription/candidacy.ts';
import { leavingCommands } from './subscription/leaving.ts';
import { moveCommands } from './subscription/move.ts';
import { noteCommands, reminderCommands } from './subscription/note.ts';
import { provisionCommands } from './tenancy/provision.ts';
import { guarded, type Output, terminal } from './terminal.ts';
import { oneLine, visibleJson } from './visible.ts';
import { groupCommands } from './work/group.ts';
import { queueCommands } from './work/queue.ts';

const DONE = 0;
const REFUSED = 1;
const USAGE = 2;

const explain = ({ code, message, status, envelope }: Refused): string => {
  const fields = Array.isArray(envelope.errors)
    ? (envelope.errors as { field: string; message: string }[])
    : [];
  const current = 'status' in envelope ? ` (current status ${String(envelope.status)})` : '';
  const lines = fields.map(({ field, message: text }) => oneLine(`${field}: ${text}`));
  const said = oneLine(`${status || ''} ${code}: ${message}${current}`.trim());
  return [said, ...lines.map((line) => `  ${line}`)].join('\n');
};

/** The whole command line: every command, each with its help and examples. */
export function buildProgram(
  env: NodeJS.ProcessEnv,
  output: Output,
  refuse: () => void = () => undefined,
): Command {
  const program = createProgram(output);
  const context = createContext(program, env, output, refuse);
  for (const add of [
    loginCommands,
    provisionCommands,
    queueCommands,
    groupCommands,
    exportCommands,
    reportCommands,
    approvalCommands,
    staffCommands,
    catalogueCommands,
    workCommands,
    importCommand,
    peopleCommands,
    noteCommands,
    reminderCommands,
    leavingCommands,
    candidacyCommands,
    paymentCommands,
    monthCommands,
    moveCommands,
    providerCommands,
    reconciliationCommands,
    slipFileCommands,
    examScoreCommands,
    testCommands,
    admissionCommands,
    handoffCommands,
    privacyCommands,
    messageCommands,
    webhookCommands,
    simulatorCommands,
    completionCommands,
    databaseCommands,
  ])
    add(context);
  addExamples(program);
  return program;
}

/** Runs one command line; returns the exit code: 0 done, 1 refused, 2 misuse (spec 17.3). */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  given: Output = terminal,
): Promise<number> {
  const output = guarded(given);
  let exit = DONE;
  const program = buildProgram(env, output, () => {
    exit = REFUSED;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
    if (error instanceof Misused) {
      output.err(error.message);
      return USAGE;
    }
    if (!(error instanceof Refused)) {
      // An internal error's text may quote what was read.
      output.err((error as Error).stack ?? String(error));
      return REFUSED;
    }
    if (program.opts<{ json?: boolean }>().json) output.err(visibleJson(error.envelope));
    else output.err(explain(error));
    return REFUSED;
  }
}
