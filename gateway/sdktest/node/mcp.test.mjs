// gatehouse mcp as other programs use it: the inspector of the protocol's makers, on its command
// line, and Codex, to whom the gateway's model names the tools.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { without as withoutCodex, workplace } from './codex.mjs';
import { start } from './gateway.mjs';
import { run } from './program.mjs';

const inspector = process.env.INSPECTOR; // its program; .ci/run installs it apart from the SDKs

// history makes a history of two exchanges and returns its folder, and a call of each tool.
async function history(t) {
  const folder = await mkdtemp(join(tmpdir(), 'read-'));
  t.after(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const data = join(folder, 'data');
  for (const input of ['lighthouses', 'windmills']) {
    const request = join(folder, 'request.json');
    await writeFile(request, JSON.stringify({ model: 'sim/writer', stream: true, input }));
    await run('--data-dir', data, 'send', request);
  }
  const file = join(folder, 'checks.toml');
  await writeFile(file, '[[check]]\nname = "good"\nrecorded = "last"\nexpect.verdict = "completed"\n');
  const rows = (await run('--data-dir', data, 'history', 'list', '--json')).trim().split('\n').map((line) => JSON.parse(line));
  const id = rows[0].id;
  return {
    data,
    calls: {
      list: [{ limit: 1 }, '"words":"windmills"'],
      get: [{ id, part: 'request' }, 'windmills'],
      frames: [{ id, from: 1, to: 2 }, '"event":"response.created"'],
      diff: [{ a: rows[1].id, b: id }, 'windmills'],
      why: [{ id }, `id: ${id}`],
      stats: [{ by: 'asked' }, 'sim/writer'],
      check: [{ id, file }, 'good'],
      request: [{ id, as: 'curl' }, 'curl'],
    },
  };
}

test('@modelcontextprotocol/inspector', { skip: !inspector && 'the inspector is not installed' }, async (t) => {
  const { data, calls } = await history(t);
  const inspect = async (...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', ...args, '--', process.env.GATEHOUSE, 'mcp', '--data-dir', data], { timeout: 60_000 });
    return JSON.parse(stdout);
  };
  await t.test('lists the tools', async () => {
    const { tools } = await inspect('--strict', '--method', 'tools/list');
    assert.deepEqual(tools.map((tool) => tool.name).sort(), Object.keys(calls).sort());
  });
  for (const [name, [args, words]] of Object.entries(calls)) {
    await t.test(`calls ${name}`, async () => {
      const pairs = Object.entries(args).flatMap(([k, v]) => ['--tool-arg', `${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`]);
      const { content, isError } = await inspect('--method', 'tools/call', '--tool-name', name, ...pairs);
      assert.ok(!isError);
      assert.ok(content[0].text.includes(words), content[0].text);
      assert.match(content.at(-1).text, /about [\d,]+ token/);
    });
  }
});

// The gateway's model calls the tool that the prompt names, with what it quotes. Codex
// sends the members of a schema in the order of the alphabet.
test('codex calls the tools', { skip: withoutCodex }, async (t) => {
  const { data, calls } = await history(t);
  const page = await readFile(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8');
  const settings = page.match(/<!-- settings of Codex -->\n```toml\n([^]*?)```/)[1];
  const turn = await workplace(t, `\n${settings.replace('"gatehouse"', JSON.stringify(process.env.GATEHOUSE)).replace('["mcp"]', JSON.stringify(['mcp', '--data-dir', data]))}`);
  const address = await start(t);
  for (const [name, [args]] of Object.entries(calls)) {
    await t.test(name, async () => {
      const items = await turn(address, `Call the tool ${name} of gatehouse with "${args.file ?? 'last'}" and "last"`);
      const called = items.find((item) => item.type === 'mcp_tool_call');
      assert.ok(called, JSON.stringify(items));
      assert.deepEqual([called.server, called.tool, called.status], ['gatehouse', name, 'completed'], JSON.stringify(called));
      assert.match(called.result.content.at(-1).text, /about [\d,]+ token/);
      if (name === 'get') assert.match(called.result.content[0].text, /windmills/);
      assert.equal(items.at(-1).type, 'agent_message'); // the model got the answer, and said something of it
    });
  }
});
