// gatehouse as the client of Portkey's gateway, which has the local gateway behind it as
// its provider.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { key, start } from './gateway.mjs';
import { portkey } from './portkey.mjs';

// program returns what sends a request with gatehouse over the portkey preset.
async function program(t, address, provider) {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse'));
  t.after(() => rm(home, { recursive: true }));
  const config = join(home, 'config.toml');
  await writeFile(config, `[profiles.portkey]\nbase_url = "${address}"\nkey_env = "PORTKEY_TEST"\n`
    + `headers = { "x-portkey-provider" = "openai", "x-portkey-custom-host" = "${provider}" }\n`);
  return async (request) => {
    const child = spawn(process.env.GATEHOUSE, ['send', '--json', '--no-persist', '--config', config, '--profile', 'portkey'],
      { env: { PATH: process.env.PATH, HOME: home, PORTKEY_TEST: key }, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.end(JSON.stringify(request));
    let out = '';
    for await (const some of child.stdout) out += some;
    return JSON.parse(out);
  };
}

test('portkey', async (t) => {
  const address = await portkey(t, 'portkey-headers.mjs');
  const provider = await start(t);
  const send = await program(t, address, provider);

  for (const stream of [true, false]) {
    await t.test(`an answer, stream ${stream}`, async () => {
      const r = await send({ model: 'sim/writer', input: 'What can you do?', stream });
      assert.equal(r.status, 'completed', JSON.stringify(r.error));
      assert.match(r.text, /What I can do/);
      assert.deepEqual(r.warnings, []);
    });
    await t.test(`a call, stream ${stream}`, async () => {
      const tools = [{ type: 'function', name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } }];
      const input = [{ role: 'user', content: 'What is the weather in Oslo?' }];
      const r = await send({ model: 'sim/writer', input, tools, stream });
      const call = r.response.output.find((item) => item.type === 'function_call');
      assert.equal(call.name, 'get_weather');
      const answered = await send({ model: 'sim/writer', tools, stream, input: [...input, call, { type: 'function_call_output', call_id: call.call_id, output: 'rain' }] });
      assert.equal(answered.status, 'completed');
      assert.match(answered.text, /rain/);
    });
    await t.test(`errors, stream ${stream}`, async () => {
      for (const [model, status] of [['no/such', 404], ['fault/401', 401], ['fault/429', 429], ['fault/500', 500]]) {
        const r = await send({ model, input: 'hello', stream });
        assert.equal(r.status, 'failed', model);
        assert.equal(r.http_status, status, model);
        assert.ok(r.error.message, model);
      }
    });
  }
  await t.test('a stream that ends early', async () => {
    const r = await send({ model: 'fault/cut', input: 'hello', stream: true });
    assert.equal(r.status, 'truncated');
    assert.notEqual(r.text, '');
  });
});

// As npm installs it, until the issue is closed: then the other test needs no help.
test('portkey as it is', async (t) => {
  const send = await program(t, await portkey(t), await start(t));
  assert.equal((await send({ model: 'sim/writer', input: 'hello', stream: false })).status, 'completed');
  const r = await send({ model: 'sim/writer', input: 'hello', stream: true });
  assert.equal(r.http_status, 500);
  assert.equal(r.error.message, 'Something went wrong');
});
