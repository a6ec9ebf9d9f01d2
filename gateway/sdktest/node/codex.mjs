// Codex in a folder with one file, with a home of its own.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { key } from './gateway.mjs';

const program = process.env.CODEX; // its codex.js; .ci/run installs it apart from the SDKs, for it is large

export const without = !program && 'Codex is not installed'; // why a test that needs it is skipped

// What a test needs beside the settings of the manual: nobody is asked, and nothing is called
// but the gateway.
const settled = ['approval_policy="never"', 'sandbox_mode="danger-full-access"', 'check_for_update_on_startup=false', 'analytics.enabled=false'].flatMap((of) => ['-c', of]);

// settings are those of the manual, for another address.
async function settings(address) {
  const page = await readFile(join(import.meta.dirname, '../../../docs/proxy.md'), 'utf8');
  const block = page.match(/<!-- settings of Codex -->\n```toml\n([^]*?)```/)[1];
  return block.replace(/(?<=base_url = ").*(?=")/, address);
}

// workplace returns what does a turn at an address: the items that it has completed; with
// resume --last before the prompt it goes on with the turn before.
export async function workplace(t, more = '') { // more are further settings of the provider
  const folder = await mkdtemp(join(tmpdir(), 'codex-'));
  t.after(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  await mkdir(home);
  await mkdir(work);
  await writeFile(join(work, 'greeting.txt'), 'hello from the file\n');
  const env = { PATH: process.env.PATH, HOME: home, CODEX_HOME: home, GATEHOUSE_API_KEY: key };
  return async (address, prompt = 'use exec_command: `cat greeting.txt`', ...before) => {
    await writeFile(join(home, 'config.toml'), await settings(address) + more);
    const turn = promisify(execFile)(process.execPath, [program, 'exec', ...settled, '--skip-git-repo-check', '--json', ...before, prompt], { cwd: work, env, timeout: 60_000 });
    turn.child.stdin.end();
    return (await turn).stdout.trim().split('\n').map((line) => JSON.parse(line)).filter((e) => e.type === 'item.completed').map((e) => e.item);
  };
}
