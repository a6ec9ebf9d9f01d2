// Codex as the client: a turn in which it runs a command for the model.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { key, start } from './gateway.mjs';

const codex = process.env.CODEX; // its codex.js; .ci/run installs it apart from the SDKs, for it is large

// settings are those of the manual, for another address.
async function settings(address) {
  const page = await readFile(join(import.meta.dirname, '../../../docs/proxy.md'), 'utf8');
  const block = page.match(/<!-- settings of Codex -->\n```toml\n([^]*?)```/)[1];
  return block.replace(/(?<=base_url = ").*(?=")/, address);
}

// What a test needs beside them: nobody is asked, and nothing is called but the gateway.
const flags = ['approval_policy="never"', 'sandbox_mode="danger-full-access"', 'check_for_update_on_startup=false', 'analytics.enabled=false'].flatMap((of) => ['-c', of]);

test('codex', { skip: !codex && 'Codex is not installed' }, async (t) => {
  const address = await start(t);
  const folder = await mkdtemp(join(tmpdir(), 'codex-'));
  t.after(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  await mkdir(home);
  await mkdir(work);
  await writeFile(join(home, 'config.toml'), await settings(address));
  await writeFile(join(work, 'greeting.txt'), 'hello from the file\n');

  const env = { PATH: process.env.PATH, HOME: home, CODEX_HOME: home, GATEHOUSE_API_KEY: key };
  const turn = promisify(execFile)(process.execPath, [codex, 'exec', ...flags, '--skip-git-repo-check', '--json', 'run `cat greeting.txt`'], { cwd: work, env, timeout: 60_000 });
  turn.child.stdin.end();
  const items = (await turn).stdout.trim().split('\n').map((line) => JSON.parse(line)).filter((e) => e.type === 'item.completed').map((e) => e.item);

  const ran = items.find((item) => item.type === 'command_execution');
  assert.deepEqual([ran.exit_code, ran.aggregated_output], [0, 'hello from the file\n']);
  assert.match(items.at(-1).text, /hello from the file/); // the model got the output, and answered
});
