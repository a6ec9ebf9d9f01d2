// Portkey's gateway, in a process of its own, on a port of its own. It ends with the test
// that started it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

// portkey starts Portkey's gateway, with modules loaded before it, and returns its base URL.
export async function portkey(t, ...modules) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const program = join(import.meta.dirname, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const flags = ['loopback.mjs', ...modules].flatMap((name) => ['--import', join(import.meta.dirname, name)]);
  const child = spawn(process.execPath, [...flags, program, '--headless', `--port=${port}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  const orphan = () => child.kill('SIGKILL');
  process.once('exit', orphan);
  t.after(() => { child.kill('SIGKILL'); process.off('exit', orphan); });
  for await (const said of child.stdout) {
    if (String(said).includes('Ready for connections')) return `http://127.0.0.1:${port}/v1`;
  }
  throw new Error('Portkey ended before it was ready');
}
