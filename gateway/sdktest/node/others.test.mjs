// Gemini's and Ollama's own SDKs pass the proxy, which records them byte for byte
// (recorded.mjs), and the history tells the same of their answers as they do. The servers
// answer in the form of the APIs' references, in pieces that end anywhere.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { GoogleGenAI } from '@google/genai';
import { Ollama } from 'ollama';
import { recorded } from './recorded.mjs';

// serve answers each request with a type and a body.
async function serve(t, answerTo) {
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const some of request) body += some;
    const [type, text] = answerTo(request.url, JSON.parse(body));
    const bytes = Buffer.from(text);
    answer.writeHead(200, { 'content-type': type });
    for (let at = 0; at < bytes.length; at += 97) answer.write(bytes.subarray(at, at + 97));
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

const city = { city: 'Zürich' };
const weather = { name: 'get_weather', description: 'The weather in a city', parameters: { type: 'object', properties: { city: { type: 'string' } } } };

test('gemini', async (t) => {
  const parts = [{ text: 'A tool knows.', thought: true }, { text: 'Let me look that up ' }, { text: 'for you 🌦.' }, { functionCall: { id: 'c1', name: 'get_weather', args: city } }];
  const response = (parts, more = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 20, thoughtsTokenCount: 5, totalTokenCount: 37 }, modelVersion: 'gemini-2.5-flash', responseId: 'r1',
  });
  const told = [];
  const through = recorded(t, told);
  const baseUrl = await through(await serve(t, (url) => url.includes(':stream')
    ? ['text/event-stream', [...parts.map((p) => response([p])), response([{ text: '' }], { finishReason: 'STOP' })].map((r) => `data: ${JSON.stringify(r)}\r\n\r\n`).join('')]
    : ['application/json; charset=UTF-8', JSON.stringify(response(parts, { finishReason: 'STOP' }), null, 2)]));
  const sdk = new GoogleGenAI({ apiKey: 'key-of-a-test', httpOptions: { baseUrl } });
  const ask = { model: 'gemini-2.5-flash', contents: 'What is the weather in Zürich?', config: { tools: [{ functionDeclarations: [weather] }], thinkingConfig: { includeThoughts: true } } };
  const of = (responses) => {
    const all = responses.flatMap((r) => r.candidates[0].content.parts);
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = responses.at(-1).usageMetadata;
    const texts = (thought) => all.filter((p) => Boolean(p.thought) === thought).map((p) => p.text ?? '').join('');
    const [call] = responses.flatMap((r) => r.functionCalls ?? []);
    told.push({ thought: texts(true), text: texts(false), call: `${call.name} ${call.id}`, arguments: call.args, input: promptTokenCount, output: candidatesTokenCount + thoughtsTokenCount });
  };
  await t.test('not streamed', async () => of([await sdk.models.generateContent(ask)]));
  await t.test('streamed', async () => {
    const chunks = [];
    for await (const chunk of await sdk.models.generateContentStream(ask)) chunks.push(chunk);
    assert.equal(chunks.length, 5);
    of(chunks);
  });
});

test('ollama', async (t) => {
  const head = { model: 'm', created_at: '2026-10-26T17:15:24.097767Z' };
  const last = { done: true, done_reason: 'stop', total_duration: 9, prompt_eval_count: 26, eval_count: 8 };
  const call = { function: { name: 'get_weather', arguments: city } };
  const told = [];
  const through = recorded(t, told);
  const host = await through(await serve(t, (url, { stream }) => stream
    ? ['application/x-ndjson', [
      { thinking: 'A tool knows.', content: '' }, { content: 'Let me look that up ' }, { content: 'for you 🌦.', tool_calls: [call] }, { content: '' },
    ].map((m, n) => `${JSON.stringify({ ...head, message: { role: 'assistant', ...m }, ...n === 3 ? last : { done: false } })}\n`).join('')]
    : ['application/json; charset=utf-8', JSON.stringify({ ...head, message: { role: 'assistant', thinking: 'A tool knows.', content: 'Let me look that up for you 🌦.', tool_calls: [call] }, ...last })]));
  const sdk = new Ollama({ host });
  const ask = { model: 'm', messages: [{ role: 'user', content: 'What is the weather in Zürich?' }], tools: [{ type: 'function', function: weather }], think: true };
  const of = (responses) => {
    const texts = (name) => responses.map((r) => r.message[name] ?? '').join('');
    const { prompt_eval_count, eval_count } = responses.at(-1);
    const [{ function: call }] = responses.flatMap((r) => r.message.tool_calls ?? []);
    told.push({ thought: texts('thinking'), text: texts('content'), call: call.name, arguments: call.arguments, input: prompt_eval_count, output: eval_count });
  };
  await t.test('not streamed', async () => of([await sdk.chat({ ...ask, stream: false })]));
  await t.test('streamed', async () => {
    const lines = [];
    for await (const line of await sdk.chat({ ...ask, stream: true })) lines.push(line);
    assert.equal(lines.length, 4);
    of(lines);
  });
});
