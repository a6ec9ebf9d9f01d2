// openai as the client: the raw stream, and the helper that puts the response
// together by itself and throws at what it does not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { folder, harmless } from './files.mjs';
import { key, start } from './gateway.mjs';
import { answers, endings, inputOnly, tools, weather } from './requests.mjs';

const client = (baseURL) => new OpenAI({ baseURL, apiKey: key, maxRetries: 0 });

// foreign are the events of the service that this SDK has no name for; its
// helper throws at them, its raw stream hands them out.
const foreign = /^response\.(?:fusion_call\.|apply_patch_call_operation_diff\.)/;

async function events(stream, what) {
  const all = [];
  for await (const event of stream) {
    assert.equal(event.sequence_number, all.length, `${what}: ${event.type}`);
    all.push(event);
  }
  return all;
}

test('openai', async (t) => {
  const base = await start(t);
  const sdk = client(base);

  await t.test('plain', async () => {
    const r = await sdk.responses.create({ model: 'sim/writer', input: 'What can you do?' });
    assert.equal(r.status, 'completed');
    assert.match(r.output_text, /What I can do/);
    assert.equal(r.usage.total_tokens, r.usage.input_tokens + r.usage.output_tokens);
  });

  await t.test('a request id', async () => {
    const r = await sdk.responses.create({ model: 'sim/writer', input: 'hello' });
    assert.match(r._request_id, /^req_/);
    await assert.rejects(sdk.responses.create({ model: 'no/such', input: 'hello' }), (e) => e.requestID.startsWith('req_'));
  });

  await t.test('prompts that change nothing, and loops that end', async () => {
    const parameters = { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } }, required: ['path'], additionalProperties: false };
    for (const [prompt, calls] of Object.entries(harmless)) {
      const f = folder();
      const input = [{ role: 'user', content: prompt }];
      for (let turn = 0; ; turn++) {
        assert.ok(turn < 3, `${prompt}: no end`);
        const r = await sdk.responses.create({ model: 'sim/writer', input, tools: ['read', 'write', 'delete_file'].map((name) => (
          { type: 'function', name, description: 'Read, write or delete a file', strict: false, parameters })) });
        const wanted = r.output.filter((i) => i.type === 'function_call');
        if (!wanted.length) break;
        const run = { read: (i) => f.read(i), write: (i) => f.write(i), delete_file: (i) => f.remove(i) };
        input.push(...r.output, ...wanted.map(({ call_id, name, arguments: i }) => ({ type: 'function_call_output', call_id, output: run[name](JSON.parse(i)) })));
      }
      assert.ok(f.unchanged(), prompt);
      assert.deepEqual(f.calls, calls, prompt);
    }
  });

  await t.test('streamed', async () => {
    const all = await events(await sdk.responses.create({ model: 'sim/writer', input: 'What can you do?', stream: true }), 'streamed');
    const deltas = all.filter((e) => e.type === 'response.output_text.delta').map((e) => e.delta).join('');
    assert.ok(deltas);
    assert.equal(all.at(-1).response.output.at(-1).content[0].text, deltas);
  });

  await t.test('reasoning', async () => {
    const r = await sdk.responses.stream({ model: 'sim/reasoner', input: 'Think step by step', reasoning: { effort: 'high', summary: 'auto' } }).finalResponse();
    assert.deepEqual(r.output.map((i) => i.type), ['reasoning', 'message']);
    assert.ok(r.output[0].content[0].text && r.output[0].summary[0].text);
  });

  await t.test('a function tool and the way back', async () => {
    const input = [{ role: 'user', content: 'What is the weather in Paris?' }];
    const first = await sdk.responses.stream({ model: 'sim/writer', input, tools: [weather] }).finalResponse();
    const call = first.output[0];
    assert.deepEqual([call.type, call.name, call.arguments], ['function_call', 'get_weather', '{"city":"Paris"}']);
    const second = await sdk.responses.create({ model: 'sim/writer', tools: [weather],
      input: [...input, ...first.output, { type: 'function_call_output', call_id: call.call_id, output: '{"sky":"clear over Paris"}' }] });
    assert.match(second.output_text, /clear over Paris/);
  });

  await t.test('metadata', async () => {
    const headers = { 'X-OpenRouter-Metadata': 'enabled' };
    const r = await sdk.responses.create({ model: 'fjord/abyss', models: ['sim/coder'], input: 'hello' }, { headers });
    assert.deepEqual([r.model, r.openrouter_metadata.strategy, r.openrouter_metadata.attempt], ['sim/coder', 'fallback', 3]);
    const final = await sdk.responses.stream({ model: 'sim/writer', input: 'hello' }, { headers }).finalResponse();
    assert.equal(final.openrouter_metadata.requested, 'sim/writer');
  });

  await t.test('rerank', async () => {
    const r = await sdk.post('/rerank', { body: { model: 'sim/bm25', query: 'red fox', documents: ['a blue whale', 'the red fox'] } });
    assert.deepEqual(r.results.map((x) => x.index), [1, 0]);
  });

  await t.test('models', async () => {
    const slugs = [];
    for await (const m of sdk.models.list()) slugs.push(m.id);
    assert.ok(slugs.includes('sim/writer') && slugs.includes('openrouter/auto') && slugs.includes('sim/bm25'));
  });

  await t.test('errors', async () => {
    for (const status of [400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 524, 529]) {
      for (const stream of [false, true]) {
        await assert.rejects(sdk.responses.create({ model: `fault/${status}`, input: 'hello', stream }), (e) => {
          assert.ok(e instanceof OpenAI.APIError);
          assert.deepEqual([e.status, e.code], [status, status]);
          return true;
        });
      }
    }
  });

  for (const [model, type] of Object.entries(endings)) {
    await t.test(model, async () => {
      const all = await events(await sdk.responses.create({ model, input: 'hello', stream: true }), model);
      assert.equal(all.at(-1).type, type);
    });
  }

  const requests = [...Object.entries(answers), ...[...tools, ...inputOnly].map(({ item, body }) => [item, body])];
  for (const [what, body] of requests) {
    await t.test(`${what}: ${JSON.stringify(body.tools?.[0] ?? '').slice(0, 60)}`, async () => {
      const plain = await sdk.responses.create(body);
      const kinds = plain.output.map((i) => i.type);
      const all = await events(await sdk.responses.create({ ...body, stream: true }), what);
      assert.deepEqual(all.at(-1).response.output.map((i) => i.type), kinds);
      if (all.some((e) => foreign.test(e.type))) return;
      const { response } = all.at(-1);
      const text = response.output.filter((i) => i.type === 'message').flatMap((i) => i.content).map((p) => p.text ?? '').join('');
      const final = await sdk.responses.stream(body).finalResponse();
      assert.deepEqual(final.output.map((i) => i.type), kinds);
      assert.equal(final.output_text, text);
    });
  }
});

test('openai: a rate limit', async (t) => {
  const sdk = client(await start(t, '--rate-limit', '1'));
  const send = () => sdk.responses.create({ model: 'sim/writer', input: 'hello' });
  await send();
  await assert.rejects(send(), (e) => {
    assert.ok(e instanceof OpenAI.RateLimitError);
    assert.ok(Number(e.headers.get('retry-after')) > 0);
    return true;
  });
});
