// Agents that do the same at the same time, through the proxy: the history has a run of each.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { Agent, OpenAIProvider, Runner, tool as agentTool } from '@openai/agents';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';
import { without, workplace } from './codex.mjs';
import { key, start } from './gateway.mjs';
import { launch, run } from './program.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false; // reasoning that is not stored is left out

const task = 'Get the weather in Paris, read the calendar, then search the notes.';
const called = ['get_weather', 'read_calendar', 'search_notes']; // one by one: see parallelToolCalls
const schema = z.object({ query: z.string() });

// as returns a fetch whose User-Agent is a name.
const as = (agent) => (url, init) => {
  const headers = new Headers(init.headers);
  headers.set('User-Agent', agent);
  return fetch(url, { ...init, headers });
};

// The agents, each of which does the task with the tools that make returns. Only their
// User-Agent tells them apart: none sends an id of a session.
const agents = {
  ai: async ({ baseURL, agent, model, stream, make, store }) => {
    const openai = createOpenAI({ baseURL, apiKey: key, fetch: as(agent) });
    const r = (stream ? streamText : generateText)({
      model: openai.responses(model), prompt: task, stopWhen: stepCountIs(8), maxRetries: 0, providerOptions: { openai: { parallelToolCalls: false, store } },
      tools: Object.fromEntries(called.map((name) => [name, tool({ description: name, inputSchema: schema, execute: make(name) })])),
    });
    return (await r).text;
  },
  agents: async ({ baseURL, agent, model, stream, make, store }) => {
    const openAIClient = new OpenAI({ baseURL, apiKey: key, maxRetries: 0, fetch: as(agent) });
    const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient, useResponses: true }), tracingDisabled: true });
    const tools = called.map((name) => agentTool({ name, description: name, parameters: schema, execute: make(name) }));
    const r = await runner.run(new Agent({ name: 'a', model, tools, modelSettings: { parallelToolCalls: false, store } }), task, { maxTurns: 8, stream });
    if (stream) await r.completed;
    return r.finalOutput;
  },
};

// meeting returns what waits until n have called it, time and again: the agents take each step
// at the same time, so their exchanges are interleaved.
function meeting(n) {
  let waiting = [];
  return () => new Promise((go) => {
    waiting.push(go);
    if (waiting.length < n) return;
    for (const on of waiting) on();
    waiting = [];
  });
}

// history starts a proxy to a gateway, and returns its address, and what stops it and lists
// what it recorded.
async function history(t) {
  const baseURL = await start(t);
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse'));
  t.after(() => rm(folder, { recursive: true }));
  const { address, stop } = await launch(t, 'proxy', '--data-dir', folder, '--addr', '127.0.0.1:0', '--to', baseURL);
  return { address, list: async () => {
    await stop();
    return (await run('history', 'list', '--json', '--limit', '0', '--data-dir', folder)).trim().split('\n').map((line) => JSON.parse(line));
  } };
}

// apart wants a run of each agent's exchanges, with nothing else in it.
function apart(listed, agents, length) {
  const ids = (which) => listed.filter(which).map(({ id }) => id);
  for (const [name, is] of agents) {
    const its = ids(is);
    const { run } = listed.find(is);
    assert.equal(its.length, length, name);
    assert.ok(run, `${name} is in no run`);
    assert.deepEqual(ids((e) => e.run === run), its, `${name}: run ${run}`);
  }
}

test('runs', async (t) => {
  const { address, list } = await history(t);
  const names = [];
  for (const model of ['sim/writer', 'sim/reasoner']) {
    for (const stream of [false, true]) {
      for (const store of [undefined, false]) { // with false no item comes back as a reference
        const all = meeting(2 * Object.keys(agents).length);
        const does = async (sdk, which) => {
          const agent = [sdk, model.slice(4), stream ? 'streamed' : 'plain', store ?? 'stored', which].join('-');
          const did = [];
          const make = (name) => async () => { did.push(name); await all(); return 'as expected'; };
          assert.match(await agents[sdk]({ baseURL: address, agent, model, stream, make, store }), /as expected/, agent);
          assert.deepEqual(did, called, agent);
          names.push(agent);
        };
        await Promise.all(Object.keys(agents).flatMap((sdk) => [does(sdk, 'one'), does(sdk, 'other')]));
      }
    }
  }
  apart(await list(), names.map((name) => [name, ({ caller }) => caller.endsWith(` ${name}`)]), called.length + 1);
});

test('runs of codex', { skip: without }, async (t) => {
  const { address, list } = await history(t);
  const both = [await workplace(t), await workplace(t)];
  await Promise.all(both.map(async (turn) => {
    await turn(address);
    await turn(address, 'exec_command `ls`', 'resume', '--last');
    const items = await turn(address, 'exec_command `wc greeting.txt`', 'resume', '--last');
    assert.match(items.at(-1).text, /20 greeting.txt/);
  }));
  const listed = await list();
  const sessions = [...new Set(listed.map((e) => e.session))];
  assert.equal(sessions.length, 2);
  apart(listed, sessions.map((id) => [id, ({ session }) => session === id]), 6);
});
