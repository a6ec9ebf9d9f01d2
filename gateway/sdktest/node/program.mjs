// gatehouse in a process of its own, which ends with the test that started it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

function program() {
  if (!process.env.GATEHOUSE) throw new Error('GATEHOUSE names no program; run this by .ci/run sdk');
  return process.env.GATEHOUSE;
}

// launch starts a command that serves, and returns the address that it prints first, and
// what stops it.
export async function launch(t, ...args) {
  const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const orphan = () => child.kill('SIGKILL'); // should this process end first
  process.once('exit', orphan);
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    process.off('exit', orphan);
  };
  t.after(stop);
  for await (const line of createInterface({ input: child.stdout })) {
    return { address: line.match(/ on (http:[^ ,]*)/)[1], stop };
  }
  throw new Error(`gatehouse ${args[0]} ended before it was ready`);
}

// run runs a command to its end and returns what it prints.
export async function run(...args) {
  const { stdout } = await promisify(execFile)(program(), args, { maxBuffer: 1 << 28 });
  return stdout;
}
