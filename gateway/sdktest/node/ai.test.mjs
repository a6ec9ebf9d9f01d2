// The AI SDK as the client. It counts on stored items: in a tool loop it sends
// item references in place of what the service answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { folder, harmless } from './files.mjs';
import { key, start } from './gateway.mjs';

// Both ways of asking. A loop that does not end by itself takes all eight steps.
const ways = {
  plain: async (options) => generateText(options),
  streamed: async (options) => {
    let failed;
    const r = streamText({ ...options, onError: ({ error }) => { failed = error; } });
    await r.consumeStream();
    if (failed) throw failed;
    return { text: await r.text, steps: await r.steps, content: await r.content, toolResults: await r.toolResults, response: await r.response };
  },
};

test('ai', async (t) => {
  const openai = createOpenAI({ baseURL: await start(t), apiKey: key });
  for (const [way, send] of Object.entries(ways)) {
    const ask = (prompt, tools, more = {}) => send({
      model: openai.responses('sim/writer'), prompt, tools, stopWhen: stepCountIs(8), maxRetries: 0, ...more,
    });

    await t.test(`${way}: prompts that change nothing`, async () => {
      for (const [prompt, calls] of Object.entries(harmless)) {
        const f = folder();
        const path = z.object({ path: z.string() });
        const r = await ask(prompt, {
          read: tool({ description: 'Read a file', inputSchema: path, execute: (i) => f.read(i) }),
          write: tool({ description: 'Write a file', inputSchema: path.extend({ content: z.string() }), execute: (i) => f.write(i) }),
          delete_file: tool({ description: 'Delete a file', inputSchema: path, execute: (i) => f.remove(i) }),
        });
        assert.ok(f.unchanged() && r.text, prompt);
        assert.deepEqual(f.calls, calls, prompt);
      }
    });

    await t.test(`${way}: loops end by themselves`, async () => {
      for (const [prompt, done, make] of [
        ['Run the command `echo hi` in the shell', { commands: ['echo hi'] }, (ran) => ({ shell: openai.tools.shell({
          execute: async ({ action }) => { ran.push(action); return { output: [{ stdout: 'as expected', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] }; },
        }) })],
        ['Run the command `echo hi` in the shell', { type: 'exec', command: ['sh', '-c', 'echo hi'], env: {} }, (ran) => ({ local_shell: openai.tools.localShell({
          execute: async ({ action }) => { ran.push(action); return { output: 'as expected' }; },
        }) })],
        ["Patch 'README.md' with 'x'", { type: 'update_file', path: 'README.md', diff: '@@\n+x\n' }, (ran) => ({ apply_patch: openai.tools.applyPatch({
          execute: async ({ operation }) => { ran.push(operation); return { status: 'completed', output: 'as expected' }; },
        }) })],
        ['use sql: "select 1"', 'select 1', (ran) => ({ sql: openai.tools.customTool({
          name: 'sql', format: { type: 'text' }, execute: async (input) => { ran.push(input); return 'as expected'; },
        }) })],
      ]) {
        const ran = [];
        const r = await ask(prompt, make(ran));
        assert.deepEqual(ran, [done]);
        assert.equal(r.steps.length, 2, prompt);
        assert.match(r.text, /as expected/);
      }
    });

    await t.test(`${way}: MCP`, async () => {
      const server = (more) => ({ mcp: openai.tools.mcp({ serverLabel: 'lab', serverUrl: 'https://lab.example', ...more }) });
      const r = await ask('ask the lab', server());
      const result = r.content.find((c) => c.type === 'tool-result').output;
      assert.deepEqual([result.serverLabel, result.name], ['lab', 'simulated_tool']);
      assert.match(result.output, /Simulated/);

      const tools = server({ requireApproval: 'always' });
      const first = await ask('ask the lab', tools);
      const request = first.content.find((c) => c.type === 'tool-approval-request');
      assert.ok(request);
      for (const approved of [true, false]) {
        const second = await send({ model: openai.responses('sim/writer'), tools, maxRetries: 0, messages: [
          { role: 'user', content: 'ask the lab' }, ...first.response.messages,
          { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: request.approvalId, approved, providerExecuted: true }] },
        ] });
        assert.equal(second.content.some((c) => c.type === 'tool-result'), approved);
        assert.match(second.text, approved ? /`lab` answered/ : /denied/);
      }
    });

    await t.test(`${way}: a call is required`, async () => {
      const f = folder();
      const r = await ask('What does notes.txt say?', { write: tool({
        inputSchema: z.object({ path: z.string(), content: z.string() }), execute: async ({ path, content }) => { f.calls.push([path, content]); return ''; },
      }) }, { toolChoice: 'required', stopWhen: stepCountIs(2) });
      assert.equal(r.steps.length, 2);
      assert.deepEqual(f.calls, Array(2).fill(['', '']));
    });
  }
});
