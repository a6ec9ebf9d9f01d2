// A local gateway in a process of its own, on a port of its own. It ends with
// the test that started it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export const key = 'sdk-test';

export async function start(t, ...flags) {
  const program = process.env.GATEHOUSE;
  if (!program) throw new Error('GATEHOUSE names no program; run this by .ci/run sdk');
  const child = spawn(program, ['gateway', '--addr', '127.0.0.1:0', '--service', 'openrouter', '--pace', '0', '--api-key', key, ...flags],
    { stdio: ['ignore', 'pipe', 'ignore'] });
  const orphan = () => child.kill('SIGKILL'); // should this process end first
  process.once('exit', orphan);
  t.after(async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    process.off('exit', orphan);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return line.slice(line.lastIndexOf(' ') + 1);
  }
  throw new Error('the gateway ended before it was ready');
}
