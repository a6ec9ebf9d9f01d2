// APIs that are not gatehouse's own pass the proxy too: Anthropic's messages, of a server
// that has two answers in the form of its documentation, and chat completions of two
// gateways. The proxy's record is compared byte for byte (recorded.mjs).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import { portkey } from './portkey.mjs';
import { recorded } from './recorded.mjs';

const page = (name) => readFile(join(import.meta.dirname, 'answers', name));

// messages serves the two answers: the streamed one in pieces that end anywhere.
async function messages(t) {
  const [stream, plain] = await Promise.all([page('messages.sse'), page('messages.json')]);
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const some of request) body += some;
    if (JSON.parse(body).stream) {
      answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'request-id': 'req_011CTestStream' });
      for (let at = 0; at < stream.length; at += 97) answer.write(stream.subarray(at, at + 97));
      answer.end();
    } else {
      answer.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_011CTestPlain' });
      answer.end(plain);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

const question = {
  model: 'any', max_tokens: 2048, thinking: { type: 'enabled', budget_tokens: 1024 },
  tools: [{ name: 'get_weather', description: 'The weather in a city', input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } }],
  messages: [{ role: 'user', content: 'What is the weather in Zürich?' }],
};

test('anthropic', async (t) => {
  const through = recorded(t);
  const sdk = new Anthropic({ baseURL: await through(await messages(t)), apiKey: 'sk-ant-of-a-test', maxRetries: 0 });
  const answers = {
    'not streamed': () => sdk.messages.create(question),
    streamed: () => sdk.messages.stream(question).finalMessage(),
  };
  for (const [how, ask] of Object.entries(answers)) {
    await t.test(how, async () => {
      const m = await ask();
      assert.deepEqual(m.content.map((block) => block.type), ['thinking', 'text', 'tool_use']);
      assert.equal(m.content[0].thinking, 'The person asks for the weather in Zürich. I have a tool for that.');
      assert.equal(m.content[1].text, 'Let me look that up for you 🌦.');
      assert.deepEqual([m.content[2].name, m.content[2].input], ['get_weather', { city: 'Zürich' }]);
      assert.deepEqual([m.stop_reason, m.usage.output_tokens], ['tool_use', 89]);
    });
  }
});

test('chat completions', async (t) => {
  const through = { aimock: recorded(t), portkey: recorded(t) };
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.onMessage('hello', { content: 'Hi there, this answer comes in several pieces.' });
  mock.onMessage('weather', { toolCalls: [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }] });
  await mock.start();
  t.after(() => mock.stop());
  const behind = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${mock.url}/v1` };
  const gateways = {
    aimock: { baseURL: await through.aimock(`${mock.url}/v1`) },
    portkey: { baseURL: await through.portkey(await portkey(t, 'portkey-headers.mjs')), defaultHeaders: behind },
  };
  for (const [name, options] of Object.entries(gateways)) {
    const sdk = new OpenAI({ ...options, apiKey: 'sk-of-a-test', maxRetries: 0 });
    const ask = (content, more = {}) => ({ model: 'gpt-4o', messages: [{ role: 'user', content }], ...more });
    await t.test(`${name}, not streamed`, async () => {
      const r = await sdk.chat.completions.create(ask('hello'));
      assert.equal(r.choices[0].message.content, 'Hi there, this answer comes in several pieces.');
    });
    await t.test(`${name}, streamed`, async () => {
      let text = '';
      for await (const { choices } of await sdk.chat.completions.create(ask('hello', { stream: true }))) text += choices[0]?.delta.content ?? '';
      assert.equal(text, 'Hi there, this answer comes in several pieces.');
    });
    await t.test(`${name}, a call`, async () => {
      const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } } }];
      const r = await sdk.chat.completions.stream(ask('weather', { tools })).finalChatCompletion();
      const [{ message, finish_reason }] = r.choices;
      assert.deepEqual([finish_reason, message.tool_calls[0].function.name, message.tool_calls[0].function.arguments], ['tool_calls', 'get_weather', '{"city":"Oslo"}']);
    });
  }
});
