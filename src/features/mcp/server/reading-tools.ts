import { z } from 'zod'
import { labelLimits } from '#features/labels/rules.ts'
import { search } from '#features/search/server/search-queries.ts'
import { Tool } from '#features/tools/contract.ts'
import { argumentsOf, labelsOf } from '../argument-rules.ts'
import { promptNameOf } from '../prompt-name-rules.ts'
import { mcpLimits } from '../rules.ts'
import { alarmNote, attributionOf, describeArgument, foundPrompt, pageOfPrompt } from './describe-prompt.ts'
import { fillIn } from './fill-in.ts'
import { readerOf } from './mcp-context.ts'
import { defineTool, type McpTool, totalOf } from './mcp-tool.ts'
import { openNamedPromptOrThrow } from './named-prompt-queries.ts'

const query = z.string().trim().min(1).max(1000).describe('What to look for, in any language.')
const limit = z.number().int().min(1).max(mcpLimits.found).default(10)
const name = z.string().min(1).max(300).describe('The name of a prompt, as search_prompts returns it.')
const values = z
  .record(z.string().max(200), z.string().max(100_000))
  .default({})
  .describe('Values for the blanks, by argument name.')

const label = z
  .string()
  .min(1)
  .max(labelLimits.length)
  .optional()
  .describe('A label, such as production: the text of the version with this label. Without one, the newest version.')

/** The fields of an AI tool that search_tools returns unchanged. */
const UnchangedFields = Tool.omit({ id: true, slug: true, url: true, category: true, createdAt: true, updatedAt: true })

/** The tools that need no API token. They only read. The text of a prompt comes with its author, license and page. */
export const readingTools: McpTool[] = [
  defineTool({
    name: 'search_prompts',
    title: 'Search prompts',
    description: 'Searches the catalogue for prompts written by its members, best first. Open one with get_prompt.',
    input: z.object({ query, category: z.string().max(100).optional().describe('The slug of a category.'), limit }),
    call: async (context, caller, { query: q, category, limit }) => {
      const { prompts, isIncomplete } = await search(context, readerOf(caller), {
        q,
        category,
        type: 'prompts',
        sort: 'relevance',
        limit,
      })
      return {
        data: {
          prompts: prompts.items.map((card) => foundPrompt(card, context.origin())),
          ...totalOf(prompts),
          ...(isIncomplete && { isIncomplete }),
        },
      }
    },
  }),
  defineTool({
    name: 'get_prompt',
    title: 'Get a prompt',
    description: 'Returns the text of a prompt, with its blanks filled in by `values`, and says which are still empty.',
    input: z.object({ name, values, label }),
    call: async (context, caller, { name, values, label }) => {
      const prompt = await openNamedPromptOrThrow(context, caller, name, label)
      const all = argumentsOf(prompt.content, prompt.variables)
      const { text, missing } = fillIn(prompt.content, all, values)
      const about = attributionOf(prompt, context.origin())
      return {
        data: {
          ...about,
          labels: prompt.labels,
          text,
          arguments: all.map(describeArgument),
          missing: missing.map((argument) => argument.name),
        },
        text:
          text + noteAfter(alarmNote(prompt)) + noteAfter(missing.length > 0 && `Still empty: ${labelsOf(missing)}`),
      }
    },
  }),
  defineTool({
    name: 'search_tools',
    title: 'Search AI tools',
    description: 'Searches the catalogue for AI tools, best first.',
    input: z.object({ query, limit }),
    call: async (context, caller, { query: q, limit }) => {
      const { tools } = await search(context, readerOf(caller), { q, type: 'tools', sort: 'relevance', limit })
      const found = tools.items.map((tool) => ({
        ...UnchangedFields.parse(tool),
        website: tool.url,
        url: `${context.origin()}/tools/${tool.slug}`,
      }))
      return { data: { tools: found, ...totalOf(tools) } }
    },
  }),
  defineTool({
    name: 'search',
    title: 'Search',
    description: 'Searches the catalogue for prompts. Returns ids for fetch.',
    input: z.object({ query }),
    call: async (context, caller, { query: q }) => {
      const request = { q, type: 'prompts', sort: 'relevance', limit: 10 } as const
      const { prompts, isIncomplete } = await search(context, readerOf(caller), request)
      const results = prompts.items.map((card) => ({
        id: promptNameOf(card),
        title: card.title,
        url: pageOfPrompt(card, context.origin()),
      }))
      return { data: { results, ...(isIncomplete && { isIncomplete }) } }
    },
  }),
  defineTool({
    name: 'fetch',
    title: 'Fetch',
    description: 'Returns the text of a prompt that search found, as its author wrote it.',
    input: z.object({ id: name }),
    call: async (context, caller, { id }) => {
      const prompt = await openNamedPromptOrThrow(context, caller, id)
      const { name, title, url, ...metadata } = attributionOf(prompt, context.origin())
      return { data: { id: name, title, text: prompt.content, url, metadata } }
    },
  }),
]

/** Returns a note as a paragraph of its own after a text. */
function noteAfter(note: string | false): string {
  return note ? `\n\n(${note.trim()})` : ''
}
