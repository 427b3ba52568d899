import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const chunk = (content: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(content));
  return Buffer.concat([length, Buffer.from(content)]);
};
const stream = (command: string, ...chunks: string[]) =>
  exchange(world.ports.clamd, Buffer.concat([Buffer.from(command), ...chunks.map(chunk), Buffer.alloc(4)]));

describe('clamd', () => {
  it('answers PING in both forms', async () => {
    expect(await exchange(world.ports.clamd, Buffer.from('zPING\0'))).toBe('PONG\0');
    expect(await exchange(world.ports.clamd, Buffer.from('nPING\n'))).toBe('PONG\n');
    expect(await exchange(world.ports.clamd, Buffer.from('zHELLO\0'))).toBe('UNKNOWN COMMAND\0');
  });

  it('passes clean content and finds the test signature across chunks', async () => {
    expect(await stream('zINSTREAM\0', '%PDF-1.4 limpo')).toBe('stream: OK\0');
    expect(await stream('zINSTREAM\0', `%PDF ${EICAR}`)).toBe('stream: Eicar-Test-Signature FOUND\0');
    expect(await stream('nINSTREAM\n', EICAR.slice(0, 30), EICAR.slice(30))).toBe(
      'stream: Eicar-Test-Signature FOUND\n',
    );
  });

  it("refuses a chunk by its announced length, with clamd's default limit", async () => {
    const announced = (bytes: number) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes);
      return exchange(world.ports.clamd, Buffer.concat([Buffer.from('zINSTREAM\0'), length]));
    };
    await world.control('PUT', '/faults', { port: 'scan-limit', mode: 'down' });
    expect(await announced(25 * 1024 * 1024 + 1)).toBe('INSTREAM size limit exceeded. ERROR\0');
    await world.control('PUT', '/faults', { port: 'scan-limit', mode: 'ok' });
    expect(await announced(65 * 1024 * 1024)).toBe('INSTREAM size limit exceeded. ERROR\0');
  });

  it('cuts the connection while down', async () => {
    await world.control('PUT', '/faults', { port: 'scan', mode: 'down' });
    const answer = await exchange(world.ports.clamd, Buffer.from('zPING\0')).catch(() => '');
    expect(answer).toBe('');
    await world.control('PUT', '/faults', { port: 'scan', mode: 'ok' });
  });
});
