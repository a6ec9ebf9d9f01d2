// What the npm clients make of answers, each used as most of its users do. The Go test
// TestClients starts this: it reads from stdin where the answers are, and prints what came.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as all } from 'node:stream/consumers';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { ChatOpenAI } from '@langchain/openai';
import { Agent, OpenAIProvider, Runner, tool as agentTool } from '@openai/agents';
import { OpenRouter } from '@openrouter/sdk';
import { streamText, tool as aiTool } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';

const apiKey = 'sk-of-a-test';
const model = 'sim/writer';
const prompt = 'Hello';
const messages = [{ role: 'user', content: prompt }];
const shapes = { get_weather: z.object({ city: z.string() }), get_time: z.object({ zone: z.string() }) };
const tools = Object.entries(shapes).map(([name, shape]) => ({ type: 'function', function: { name, description: name, parameters: z.toJSONSchema(shape) } }));
const flat = tools.map(({ function: f }) => ({ type: 'function', strict: false, ...f }));

// A result is what a person would see: the text, and the calls that a program would run.
const call = (id, name, input) => ({ id: id ?? '', name: name ?? '', input: typeof input === 'string' ? input : JSON.stringify(input ?? null) });
const said = (text, calls = []) => ({ text: text ?? '', calls });

// responseSaid reads a response object; member is how the client spells call_id.
function responseSaid(response, member = 'call_id') {
  if (response?.status === 'failed') throw new Error('failed');
  const output = response?.output ?? [];
  return said(
    output.filter((i) => i.type === 'message').flatMap((i) => i.content ?? []).map((p) => p.text ?? '').join(''),
    output.filter((i) => i.type === 'function_call').map((i) => call(i[member], i.name, i.arguments)),
  );
}

// responseDeltas adds up the events of a stream, as the examples of the API's documentation do.
async function responseDeltas(events, { callID = 'call_id', index = 'output_index' } = {}) {
  let text = '';
  const calls = {};
  for await (const event of events) {
    if (event.type === 'error' || event.type === 'response.failed') throw new Error(event.type);
    if (event.type === 'response.output_text.delta') text += event.delta;
    if (event.type === 'response.output_item.added' && event.item.type === 'function_call') calls[event[index]] = { ...event.item };
    if (event.type === 'response.function_call_arguments.delta' && calls[event[index]]) calls[event[index]].arguments += event.delta;
  }
  return said(text, Object.values(calls).map((c) => call(c[callID], c.name, c.arguments)));
}

// chatDeltas does so with the chunks of a chat completion.
async function chatDeltas(chunks, member = 'tool_calls') {
  let text = '';
  const calls = {};
  for await (const chunk of chunks) {
    const delta = chunk.choices[0]?.delta;
    text += delta?.content ?? '';
    for (const piece of delta?.[member] ?? []) {
      const { index } = piece;
      if (calls[index]) calls[index].function.arguments += piece.function.arguments;
      else calls[index] = { ...piece, function: { ...piece.function } };
    }
  }
  return said(text, Object.values(calls).map((c) => call(c.id, c.function?.name, c.function?.arguments)));
}

const openai = (baseURL) => new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const openrouter = (serverURL) => new OpenRouter({ apiKey, serverURL, retryConfig: { strategy: 'none' } });
const anthropic = (baseURL) => new Anthropic({ baseURL, apiKey, maxRetries: 0 });

// vercel is the AI SDK. A stream hands an error to who asked to learn of it.
const vercel = (api) => {
  const start = (base) => {
    const failed = [];
    const provider = createOpenAI({ baseURL: base, apiKey });
    const result = streamText({
      model: provider[api](model), prompt, maxRetries: 0, onError: ({ error }) => { failed.push(error); },
      tools: Object.fromEntries(Object.entries(shapes).map(([name, inputSchema]) => [name, aiTool({ description: name, inputSchema })])),
    });
    return { result, failed };
  };
  const calls = (list) => list.map((c) => call(c.toolCallId, c.toolName, c.input));
  return {
    async stream(base) {
      const { result, failed } = start(base);
      let text = '';
      const called = [];
      for await (const part of result.fullStream) {
        if (part.type === 'text-delta') text += part.text;
        if (part.type === 'tool-call') called.push(part);
        if (part.type === 'error') throw part.error;
      }
      if (failed.length) throw failed[0];
      return said(text, calls(called));
    },
    async final(base) {
      const { result, failed } = start(base);
      const made = said(await result.text, calls(await result.toolCalls));
      if (failed.length) throw failed[0];
      return made;
    },
  };
};

// agents is the Agents SDK, which runs the calls itself.
const agents = (useResponses) => {
  const start = async (baseURL) => {
    const ran = [];
    const agent = new Agent({
      name: 'a', model, toolUseBehavior: 'stop_on_first_tool',
      tools: Object.entries(shapes).map(([name, parameters]) => agentTool({
        name, description: name, parameters, execute: async (input, _, details) => { ran.push(call(details?.toolCall?.callId, name, input)); return 'done'; },
      })),
    });
    const runner = new Runner({ modelProvider: new OpenAIProvider({ baseURL, apiKey, useResponses }), tracingDisabled: true });
    return { ran, result: await runner.run(agent, prompt, { stream: true, maxTurns: 2 }) };
  };
  return {
    async stream(base) {
      const { ran, result } = await start(base);
      let text = '';
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      return said(text, ran);
    },
    async final(base) {
      const { ran, result } = await start(base);
      await result.completed;
      return said(ran.length ? '' : result.finalOutput, ran);
    },
  };
};

// langchain adds its chunks up to a message; of that are the calls.
const langchain = (useResponsesApi) => {
  const read = async (baseURL) => {
    let text = '';
    let sum;
    const llm = new ChatOpenAI({ model, apiKey, maxRetries: 0, useResponsesApi, configuration: { baseURL } });
    for await (const chunk of await llm.bindTools(tools).stream(prompt)) {
      text += chunk.text;
      sum = sum ? sum.concat(chunk) : chunk;
    }
    return { text, sum, calls: [...(sum?.tool_calls ?? []), ...(sum?.invalid_tool_calls ?? [])].map((c) => call(c.id, c.name, c.args)) };
  };
  return {
    stream: async (base) => read(base).then(({ text, calls }) => said(text, calls)),
    final: async (base) => read(base).then(({ sum, calls }) => said(sum?.text, calls)),
  };
};

// clients are by API and name what plays an answer, in the forms that the client offers.
const clients = {
  responses: {
    openai: {
      stream: async (base) => responseDeltas(await openai(base).responses.create({ model, input: prompt, tools: flat, stream: true })),
      final: async (base) => responseSaid(await openai(base).responses.stream({ model, input: prompt, tools: flat }).finalResponse()),
    },
    '@openrouter/sdk': {
      stream: async (base) => responseDeltas(
        await openrouter(base).responses.send({ responsesRequest: { model, input: prompt, tools: flat, stream: true } }), { callID: 'callId', index: 'outputIndex' },
      ),
      final: async (base) => {
        const result = openrouter(base).callModel({ model, input: prompt });
        return responseSaid(await result.getResponse(), 'callId');
      },
    },
    ai: vercel('responses'),
    '@openai/agents': agents(true),
    '@langchain/openai': langchain(true),
  },
  chat: {
    openai: {
      stream: async (base) => chatDeltas(await openai(base).chat.completions.create({ model, messages, tools, stream: true, stream_options: { include_usage: true } })),
      final: async (base) => {
        const { choices: [{ message }] } = await openai(base).chat.completions.stream({ model, messages, tools, stream_options: { include_usage: true } }).finalChatCompletion();
        return said(message.content, (message.tool_calls ?? []).map((c) => call(c.id, c.function.name, c.function.arguments)));
      },
    },
    '@openrouter/sdk': {
      stream: async (base) => chatDeltas(await openrouter(base).chat.send({ chatRequest: { model, messages, tools, stream: true } }), 'toolCalls'),
    },
    ai: vercel('chat'),
    '@openai/agents': agents(false),
    '@langchain/openai': langchain(false),
  },
  messages: {
    '@anthropic-ai/sdk': {
      stream: async (base) => {
        let text = '';
        const calls = {};
        for await (const event of await anthropic(base).messages.create({ model, max_tokens: 100, messages, stream: true })) {
          if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') calls[event.index] = { ...event.content_block, input: '' };
          if (event.type !== 'content_block_delta') continue;
          if (event.delta.type === 'text_delta') text += event.delta.text;
          if (event.delta.type === 'input_json_delta' && calls[event.index]) calls[event.index].input += event.delta.partial_json;
        }
        return said(text, Object.values(calls).map((c) => call(c.id, c.name, c.input)));
      },
      final: async (base) => {
        const { content } = await anthropic(base).messages.stream({ model, max_tokens: 100, messages }).finalMessage();
        return said(content.filter((b) => b.type === 'text').map((b) => b.text).join(''), content.filter((b) => b.type === 'tool_use').map((b) => call(b.id, b.name, b.input)));
      },
    },
  },
  rerank: {
    '@openrouter/sdk': {
      final: async (base) => {
        const { results } = await openrouter(base).rerank.rerank({ requestBody: { model, query: 'hello', documents: ['good morning', 'hello there', 'good night'] } });
        return said(results.map((r) => `${r.index} ${r.relevanceScore}`).join('\n'));
      },
    },
  },
};

const version = async (name) => JSON.parse(await readFile(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')).version;

// within ends with what is awaited, or with an error where a client waits for ever.
function within(seconds, awaited) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('no end')), seconds * 1000); });
  return Promise.race([awaited, late]).finally(() => clearTimeout(timer));
}

console.error = console.warn = console.log = () => {}; // clients tell there of what they made
process.on('unhandledRejection', () => {}); // of promises that nobody asked for
const { base, asked } = JSON.parse(await all(process.stdin));
const results = [];
await Promise.all(Object.entries(clients).flatMap(([api, byName]) => Object.entries(byName).map(async ([client, forms]) => {
  for (const { path, api: spoken } of asked) {
    if (spoken !== api) continue;
    for (const [form, play] of Object.entries(forms)) {
      const result = { client, version: await version(client), path, api, form };
      try {
        Object.assign(result, await within(20, play(base + path)));
      } catch (error) {
        result.error = String(error?.message ?? error) || 'an error';
      }
      results.push(result);
    }
  }
})));
process.stdout.write(JSON.stringify(results), () => process.exit());
