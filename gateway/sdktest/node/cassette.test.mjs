// A turn of Codex is recorded; then it does the same turn without the gateway, answered from
// the cassette.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { without, workplace } from './codex.mjs';
import { key } from './gateway.mjs';
import { launch } from './program.mjs';

// ignored are the flags of the manual that leave out what Codex changes in every run.
async function ignored() {
  const page = await readFile(join(import.meta.dirname, '../../../docs/cassettes.md'), 'utf8');
  const line = page.match(/^gatehouse replay codex\.har (.*)$/m)[1];
  return line.split(' ').map((word) => word.replaceAll("'", ''));
}

// servers are the local gateway and one of another house, which speaks both too.
const servers = {
  gatehouse: (t) => launch(t, 'gateway', '--addr', '127.0.0.1:0', '--pace', '0', '--api-key', key),
  aimock: async (t) => {
    const mock = new LLMock({ port: 0, host: '127.0.0.1' });
    mock.on({ hasToolResult: true }, { content: 'It says: hello from the file.' });
    mock.on({ userMessage: 'greeting' }, { toolCalls: [{ name: 'exec_command', arguments: '{"cmd":"cat greeting.txt"}' }] });
    mock.on({ predicate: () => true }, { content: 'Ready.' }); // to the warm-up of a WebSocket
    await mock.start();
    let running = true;
    const stop = async () => { if (running) await mock.stop(); running = false; };
    t.after(stop);
    return { address: `${mock.url}/v1`, stop };
  },
};
const ways = { HTTP: '', 'a WebSocket': 'supports_websockets = true\n' };

for (const [server, serve] of Object.entries(servers)) for (const [over, more] of Object.entries(ways)) test(`codex from the cassette, over ${over} of ${server}`, { skip: without }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'cassette-'));
  t.after(() => rm(folder, { recursive: true }));
  const cassette = join(folder, 'codex.har');
  const own = ['--addr', '127.0.0.1:0', '--data-dir', folder];

  const gateway = await serve(t);
  const proxy = await launch(t, 'proxy', ...own, '--to', gateway.address, '--record', cassette);
  const turn = await workplace(t, more);
  const recorded = await turn(proxy.address);
  await proxy.stop();
  assert.equal(/"_resourceType":"websocket"/.test(await readFile(cassette, 'utf8')), more !== '');
  await gateway.stop();

  const replay = await launch(t, 'replay', cassette, ...own, ...await ignored());
  const replayed = await turn(replay.address);
  assert.match(replayed.at(-1).text, /hello from the file/);
  assert.deepEqual(said(replayed), said(recorded));
});

// said is what a turn came to: the command with its output, and the answers.
function said(items) {
  return items.map(({ type, text, command, exit_code, aggregated_output }) => ({ type, text, command, exit_code, aggregated_output }));
}
