/** Texts of the steps of an application and of the time left in a step. */
export const stepTexts = {
  stepStates: {
    done: ', concluída',
    current: ', etapa atual',
    todo: ', ainda não começou',
    blocked: ', bloqueada',
  },
  stepOf: (step: number, total: number) => `Etapa ${step} de ${total}`,
  stoppedAt: (step: number, total: number) => `Parou na etapa ${step} de ${total}`,
  nextStep: (label: string) => `Depois: ${label}`,
  steps: 'Etapas',
  allSteps: ', ver todas',
  stepsDone: (done: number, total: number) => `${done} de ${total} etapas concluídas`,
  timeLeft: (minutes: number) => (minutes === 1 ? 'Falta 1 minuto' : `Faltam ${minutes} minutos`),
} as const;
