import { startSandbox } from './server.ts';

const env = process.env;
const port = (name: string, fallback: number): number => {
  const value = Number(env[name] ?? fallback);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new Error(`${name} não é uma porta.`);
  return value;
};

const sandbox = await startSandbox({
  port: port('SANDBOX_PORT', 8081),
  smtpPort: port('SANDBOX_SMTP_PORT', 8082),
  clamdPort: port('SANDBOX_CLAMD_PORT', 8083),
  host: env.SANDBOX_HOST,
  dataDir: env.SANDBOX_DATA_DIR ?? '.data/sandbox',
  apiUrl: env.ORBITA_API_URL,
  operationsToken: env.ORBITA_OPERATIONS_TOKEN,
  controlKey: env.SANDBOX_CONTROL_KEY,
});
console.log(`Sandbox: ${sandbox.url}/sandbox (SMTP ${sandbox.ports.smtp}, clamd ${sandbox.ports.clamd})`);

const stop = (): void => {
  void sandbox.close().then(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
