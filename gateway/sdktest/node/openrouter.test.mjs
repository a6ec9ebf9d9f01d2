// @openrouter/sdk as the client. It reads strictly: an event or item that lacks
// a member it requires is handed out as UNKNOWN, without an error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenRouter } from '@openrouter/sdk';
import { HTTPClient } from '@openrouter/sdk/lib/http.js';
import { key, start } from './gateway.mjs';
import { answers, endings, failingPanel, tools, weather } from './requests.mjs';

const retries = { strategy: 'none' };

const client = (serverURL, httpClient) => new OpenRouter({ apiKey: key, serverURL, retryConfig: retries, httpClient });

// wire lets the SDK send a request as it stands here: its own types do not take
// all that the document allows. What comes back it reads by itself.
function wire(base, body, headers = {}) {
  const http = new HTTPClient({
    fetcher: (request) => fetch(request.url, {
      method: request.method, headers: { ...Object.fromEntries(request.headers), ...headers }, body: JSON.stringify(body),
    }),
  });
  return client(base, http).responses.send({ responsesRequest: { input: 'in place of this', stream: body.stream } }, { retries });
}

// echoed are the server tools in a response's list of tools: the request's, as
// it sent them. The SDK can send these tools, but has no type to read them back.
const echoed = (value, at) => /^(?:\.response)?\.tools\.\d+$/.test(at) && value.raw?.type?.startsWith('openrouter:');

// known fails for whatever the SDK could not read, at any depth.
function known(value, what, at = '') {
  if (value === null || typeof value !== 'object' || echoed(value, at)) return;
  assert.ok(value.isUnknown !== true, `${what}: unknown to the SDK at ${at || '.'}: ${JSON.stringify(value.raw)?.slice(0, 600)}`);
  for (const [name, inner] of Object.entries(value)) known(inner, what, `${at}.${name}`);
}

async function events(stream, what) {
  const all = [];
  for await (const event of stream) {
    known(event, what);
    assert.equal(event.sequenceNumber, all.length, `${what}: ${event.type}`);
    all.push(event);
  }
  return all;
}

const textOf = (response) => response.output.filter((i) => i.type === 'message').flatMap((i) => i.content).map((p) => p.text ?? '').join('');

test('@openrouter/sdk', async (t) => {
  const base = await start(t);
  const sdk = client(base);
  const send = (responsesRequest, more = {}) => sdk.responses.send({ responsesRequest, ...more }, { retries });

  await t.test('plain', async () => {
    const result = await send({ model: 'sim/writer', input: 'What can you do?' });
    known(result, 'plain');
    assert.equal(result.status, 'completed');
    assert.match(textOf(result), /What I can do/);
    assert.equal(result.usage.totalTokens, result.usage.inputTokens + result.usage.outputTokens);
  });

  await t.test('streamed', async () => {
    const all = await events(await send({ model: 'sim/writer', input: 'What can you do?', stream: true }), 'streamed');
    const deltas = all.filter((e) => e.type === 'response.output_text.delta').map((e) => e.delta).join('');
    const last = all.at(-1);
    assert.equal(last.type, 'response.completed');
    assert.equal(textOf(last.response), deltas);
  });

  await t.test('reasoning', async () => {
    const all = await events(await send({ model: 'sim/reasoner', input: 'Think step by step', reasoning: { effort: 'high', summary: 'auto' }, stream: true }), 'reasoning');
    const deltas = all.filter((e) => e.type === 'response.reasoning_text.delta').map((e) => e.delta).join('');
    const { response } = all.at(-1);
    assert.ok(deltas);
    assert.equal(response.output[0].content[0].text, deltas);
    assert.equal(response.output[0].summary.length, 1);
    assert.ok(response.usage.outputTokensDetails.reasoningTokens > 0);
  });

  await t.test('a function tool and the way back', async () => {
    const question = { role: 'user', content: 'What is the weather in Paris?' };
    const first = await events(await send({ model: 'sim/writer', input: [question], tools: [weather], stream: true }), 'tool');
    const done = first.find((e) => e.type === 'response.function_call_arguments.done');
    assert.deepEqual([done.name, done.arguments], ['get_weather', '{"city":"Paris"}']);
    const call = first.at(-1).response.output[0];
    const second = await send({ model: 'sim/writer', tools: [weather],
      input: [question, call, { type: 'function_call_output', callId: call.callId, output: '{"sky":"clear over Paris"}' }] });
    known(second, 'round trip');
    assert.match(textOf(second), /clear over Paris/);
  });

  await t.test('metadata', async () => {
    const result = await send({ models: ['fjord/abyss', 'sim/coder'], input: 'hello' }, { xOpenRouterMetadata: 'enabled' });
    known(result, 'metadata');
    const m = result.openrouterMetadata;
    assert.deepEqual([m.requested, m.strategy, m.attempt, m.attempts.length], ['fjord/abyss', 'fallback', 3, 3]);
    assert.ok(m.endpoints.available.some((e) => e.selected && e.model === 'sim/coder'));
    const streamed = await events(await send({ model: 'sim/writer', input: 'hello', stream: true }, { xOpenRouterMetadata: 'enabled' }), 'metadata');
    assert.equal(streamed.at(-1).response.openrouterMetadata.requested, 'sim/writer');
    assert.equal((await send({ model: 'sim/writer', input: 'hello' })).openrouterMetadata, undefined);
  });

  await t.test('debug', async () => {
    const all = await events(await send({ model: 'aurora/dawn', input: 'hello', stream: true, debug: { echoUpstreamBody: true } }), 'debug');
    assert.deepEqual(all.slice(0, 3).map((e) => e.type), ['response.debug', 'response.debug', 'response.created']);
  });

  await t.test('rerank', async () => {
    const requestBody = { model: 'sim/bm25', query: 'red fox', documents: ['a blue whale', 'the red fox', { text: 'fox' }], topN: 2 };
    const result = await sdk.rerank.rerank({ requestBody }, { retries });
    known(result, 'rerank');
    assert.deepEqual(result.results.map((r) => r.index), [1, 2]);
    assert.match(result.id, /^gen-rerank-/);
    assert.equal(result.usage.searchUnits, 1);
    await assert.rejects(sdk.rerank.rerank({ requestBody: { ...requestBody, model: 'no/such' } }, { retries }), { name: 'NotFoundResponseError', statusCode: 404 });
  });

  await t.test('errors', async () => {
    const names = { 400: 'BadRequest', 401: 'Unauthorized', 402: 'PaymentRequired', 403: 'Forbidden', 404: 'NotFound', 408: 'RequestTimeout', 413: 'PayloadTooLarge',
      422: 'UnprocessableEntity', 429: 'TooManyRequests', 500: 'InternalServer', 502: 'BadGateway', 503: 'ServiceUnavailable', 524: 'EdgeNetworkTimeout', 529: 'ProviderOverloaded' };
    for (const [status, name] of Object.entries(names)) {
      for (const stream of [false, true]) {
        await assert.rejects(send({ model: `fault/${status}`, input: 'hello', stream }), { name: `${name}ResponseError`, statusCode: Number(status) });
      }
    }
    await assert.rejects(send({ input: 'my card is 4111 1111 1111 1111' }, { xOpenRouterMetadata: 'enabled' }), (e) => {
      assert.equal(e.name, 'ForbiddenResponseError');
      assert.ok(e.error.metadata.patterns.length > 0);
      assert.equal(e.openrouterMetadata.pipeline[0].type, 'guardrail');
      return true;
    });
  });

  for (const [model, type] of Object.entries(endings)) {
    await t.test(model, async () => {
      const all = await events(await send({ model, input: 'hello', stream: true }), model);
      assert.equal(all.at(-1).type, type);
    });
  }

  await t.test('what is unknown is found', async () => {
    const stream = await send({ model: 'fault/unknown-event', input: 'hello', stream: true });
    await assert.rejects(events(stream, 'on purpose'), /unknown to the SDK/);
  });

  for (const [what, body] of Object.entries({ ...answers, 'a failing panelist': failingPanel })) {
    await t.test(what, async () => {
      const headers = { 'X-OpenRouter-Metadata': 'enabled' };
      const result = await wire(base, body, headers);
      known(result, what);
      assert.ok(result.output.length > 0);
      const last = (await events(await wire(base, { ...body, stream: true }, headers), what)).at(-1);
      assert.equal(last.type, `response.${result.status}`);
      assert.deepEqual(last.response.output.map((i) => i.type), result.output.map((i) => i.type));
    });
  }

  for (const { item, body } of tools) {
    await t.test(`${JSON.stringify(body.tools[0]).slice(0, 60)}: ${item}`, async () => {
      const result = await wire(base, body);
      known(result, item);
      assert.equal(result.output[0].type, item);
      const all = await events(await wire(base, { ...body, stream: true }), item);
      assert.equal(all.at(-1).response.output[0].type, item);
    });
  }
});

test('@openrouter/sdk: a rate limit', async (t) => {
  const sdk = client(await start(t, '--rate-limit', '1'));
  const send = () => sdk.responses.send({ responsesRequest: { model: 'sim/writer', input: 'hello' } }, { retries });
  await send();
  await assert.rejects(send(), (e) => {
    assert.deepEqual([e.name, e.statusCode, e.error.code], ['TooManyRequestsResponseError', 429, 429]);
    assert.ok(Number(e.headers.get('retry-after')) > 0);
    return true;
  });
});
