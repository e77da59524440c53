import { z } from 'zod'
import { savePrompt } from '#features/favorites/server/save-prompt.ts'
import { NewPrompt } from '#features/writing/contract.ts'
import { createPrompt } from '#features/writing/server/create-prompt.ts'
import { promptNameOf } from '../prompt-name-rules.ts'
import { requireWriter } from './mcp-context.ts'
import { defineTool, type McpTool } from './mcp-tool.ts'
import { getNamedPromptOrThrow } from './named-prompt-queries.ts'

/** The tools that write, but publish nothing. They require an API token with the scope `write`. */
export const writingTools: McpTool[] = [
  defineTool({
    name: 'save_prompt',
    title: 'Save a prompt',
    description: 'Saves a published prompt to the member’s list. Saving it again changes nothing.',
    input: z.object({
      name: z.string().min(1).max(300).describe('The name of a prompt, as search_prompts returns it.'),
    }),
    writes: true,
    call: async ({ db, now }, caller, { name }) => {
      const member = requireWriter(caller)
      const { id, title } = await getNamedPromptOrThrow(db, member, name)
      await savePrompt(db, member, id, now())
      return { data: { name, title, saved: true }, text: `Saved: ${title}` }
    },
  }),
  defineTool({
    name: 'create_prompt',
    title: 'Create a prompt as a draft',
    description:
      'Stores a new prompt as a draft that only the member sees. The member publishes it on the site. Write blanks as {{name}}.',
    input: NewPrompt.pick({ title: true, description: true, content: true, category: true, tags: true }),
    writes: true,
    call: async ({ db, now, limits, writing, origin }, caller, input) => {
      const member = requireWriter(caller)
      const prompt = await createPrompt(db, member, { ...input, status: 'draft' }, { ...writing, now: now(), limits })
      const url = `${origin()}/prompt/${prompt.slug}/edit`
      return { data: { name: promptNameOf(prompt), title: prompt.title, status: prompt.status, url } }
    },
  }),
]
