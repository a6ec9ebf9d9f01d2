// The Agents SDK as the client: it runs the loop by itself, with editors and
// shells of its own kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, applyDiff, applyPatchTool, hostedMcpTool, OpenAIProvider, Runner, shellTool, tool } from '@openai/agents';
import { z } from 'zod';
import { folder, harmless } from './files.mjs';
import { key, start } from './gateway.mjs';

const kinds = (r) => r.newItems.map((i) => i.rawItem.name ?? i.rawItem.type);

test('@openai/agents', async (t) => {
  const baseURL = await start(t);
  const runner = new Runner({ modelProvider: new OpenAIProvider({ baseURL, apiKey: key, useResponses: true }), tracingDisabled: true });
  for (const stream of [false, true]) {
    const way = stream ? 'streamed' : 'plain';
    const once = async (agent, input) => {
      const r = await runner.run(agent, input, { maxTurns: 5, stream }); // more turns than five are an error
      if (stream) await r.completed;
      return r;
    };
    const ask = (prompt, tools, more) => once(new Agent({ name: 'a', model: 'sim/writer', tools, ...more }), prompt);

    await t.test(`${way}: prompts that change nothing`, async () => {
      for (const [prompt, calls] of Object.entries(harmless)) {
        const f = folder();
        const path = z.object({ path: z.string() });
        const r = await ask(prompt, [
          tool({ name: 'read', description: 'Read a file', parameters: path, execute: async (i) => f.read(i) }),
          tool({ name: 'write', description: 'Write a file', parameters: path.extend({ content: z.string() }), execute: async (i) => f.write(i) }),
          tool({ name: 'delete_file', description: 'Delete a file', parameters: path, execute: async (i) => f.remove(i) }),
        ]);
        assert.ok(f.unchanged() && r.finalOutput, prompt);
        assert.deepEqual(f.calls, calls, prompt);
      }
    });

    await t.test(`${way}: shell`, async () => {
      const ran = [];
      const r = await ask('Run the command `echo hi` in the shell', [shellTool({ shell: { run: async (action) => {
        ran.push(action.commands);
        return { output: [{ stdout: 'as expected', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
      } } })]);
      assert.deepEqual(ran, [['echo hi']]);
      assert.deepEqual(kinds(r), ['shell_call', 'shell_call_output', 'message']);
      assert.match(r.finalOutput, /as expected/);
    });

    await t.test(`${way}: patches`, async () => {
      for (const [prompt, change] of [
        ["Patch 'README.md' with 'x'", (f) => f.files.set('README.md', 'x\n# A readme\nmore\n')],
        ['Use apply_patch to tidy README.md', () => {}],
        ['What does README.md say? Do not change it.', () => {}],
      ]) {
        const f = folder();
        await ask(prompt, [applyPatchTool({ editor: {
          createFile: async ({ path, diff }) => { f.files.set(path, applyDiff('', diff, 'create')); },
          updateFile: async ({ path, diff }) => {
            try {
              f.files.set(path, applyDiff(f.at(path), diff));
            } catch (e) {
              return { status: 'failed', output: String(e) };
            }
          },
          deleteFile: async ({ path }) => { f.files.delete(path); },
        } })]);
        const want = folder();
        change(want);
        assert.deepEqual(f.files, want.files, prompt);
      }
    });

    await t.test(`${way}: MCP`, async () => {
      const server = (more) => hostedMcpTool({ serverLabel: 'lab', serverUrl: 'https://lab.example', ...more });
      assert.deepEqual(kinds(await ask('ask the lab', [server()])), ['mcp_call', 'message']);
      for (const approve of [true, false]) {
        const agent = new Agent({ name: 'a', model: 'sim/writer', tools: [server({ requireApproval: 'always' })] });
        const first = await once(agent, 'ask the lab');
        assert.equal(first.interruptions.length, 1);
        for (const i of first.interruptions) approve ? first.state.approve(i) : first.state.reject(i);
        const second = await once(agent, first.state);
        assert.equal(kinds(second).includes('mcp_call'), approve);
        assert.match(second.finalOutput, approve ? /`lab` answered/ : /denied/);
      }
    });

    await t.test(`${way}: a call is required`, async () => {
      const calls = [];
      const r = await ask('hello', [tool({ name: 'get_weather', description: 'd', parameters: z.object({ city: z.string() }),
        execute: async (i) => { calls.push(i); return 'rain'; } })], { modelSettings: { toolChoice: 'required' } });
      assert.deepEqual(calls, [{ city: '' }]);
      assert.match(r.finalOutput, /rain/);
    });
  }
});
