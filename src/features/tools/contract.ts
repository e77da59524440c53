import { createRoute, z } from '@hono/zod-openapi'
import { categoryParameter } from '#features/catalogue/contract.ts'
import { commaList, Id, ok, okOrNotFound, Paging, pageOf, Time } from '#lib/http-contract.ts'
import { toolSorts, toolTypes, valuesByFact, valuesByParameter } from './rules.ts'
import { toolLimits } from './writing-rules.ts'

export const Tool = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.enum(toolTypes),
    featured: z.boolean(),
    url: z.string().openapi({ description: 'http or https, without a user name or password in it.' }),
    ...valuesByFact(() => z.boolean()),
    tags: z.array(z.string()),
    category: z.object({ name: z.string(), slug: z.string() }),
    mark: z.string().nullable().openapi({ description: 'The path of its mark, SVG or WebP. Null if there is none.' }),
    createdAt: Time,
    updatedAt: Time,
  })
  .openapi('Tool')

const detailFields = {
  strengths: z.array(z.string()).openapi({ description: 'What it is good at, by the editors.' }),
  prices: z.string().openapi({ description: 'Its prices in words. Empty if nobody looked them up.' }),
  pricesOn: z.string().nullable().openapi({ format: 'date', description: 'When somebody looked them up.' }),
}

export const ToolDetails = Tool.extend({
  ...detailFields,
  picture: z
    .object({ src: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable()
    .openapi({ description: 'A picture of the tool (WebP), which an operator uploaded.' }),
  alternatives: z.array(Tool).openapi({ description: 'Up to 3 tools that do the same job.' }),
}).openapi('ToolDetails')

export const AdminTool = Tool.extend({
  ...ToolDetails.pick({ strengths: true, prices: true, pricesOn: true, picture: true }).shape,
  hasOwnMark: z.boolean().openapi({ description: 'Whether its mark was uploaded.' }),
  link: z.object({
    checkedAt: Time.nullable(),
    problem: z.string().nullable().openapi({ description: 'Why the last check of its address failed.' }),
    isDead: z.boolean().openapi({ description: 'Whether three checks in a row failed, each a day after the other.' }),
  }),
}).openapi('AdminTool')

export type AdminTool = z.infer<typeof AdminTool>

/** The fields of a tool that admins can set. */
export const ToolFields = Tool.omit({ id: true, slug: true, mark: true, createdAt: true, updatedAt: true }).extend({
  ...detailFields,
  category: z.string().max(100).openapi({ description: 'A slug.' }),
})

/** How many tools there are of one type and price. */
export const ToolCount = z
  .object({ type: z.enum(toolTypes), ...valuesByFact(() => z.boolean()), tools: z.number().int() })
  .openapi('ToolCount')

/** How a search for tools was understood. */
export const ToolRequest = z
  .object({
    withoutPrice: z.string().openapi({ description: 'The term without words for a price.' }),
    words: z.array(z.string()).openapi({ description: 'The words that a tool needs in order to fit.' }),
    ...valuesByParameter(() => z.boolean().optional()),
    fits: z.number().int().openapi({ description: 'How many of the tools have all of the words. These come first.' }),
    counts: z
      .array(ToolCount)
      .openapi({ description: 'How many matching tools of each type and price there are, ignoring the filters.' }),
    alternativeTo: z
      .object({ name: z.string(), slug: z.string() })
      .nullable()
      .openapi({ description: 'The tool to find alternatives to. The tools found share tags with it.' }),
  })
  .openapi('ToolRequest')

const ToolPage = pageOf(Tool)
  .extend({ request: ToolRequest.optional().openapi({ description: 'Only with `q`.' }) })
  .openapi('ToolPage')

export type ToolPage = z.infer<typeof ToolPage>
export type ToolRequest = z.infer<typeof ToolRequest>
export type Tool = z.infer<typeof Tool>
export type ToolDetails = z.infer<typeof ToolDetails>
export type ToolFields = z.infer<typeof ToolFields>
export type ToolCount = z.infer<typeof ToolCount>

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const priceFilters = {
  free: 'true: only tools with a free plan. false: only others.',
  fullyFree: 'true: only tools in which everything is free. false: only others.',
}

/** The topic of a prompt: its tags, separated by commas, and the slug of its category. */
const Topic = z.object({
  tags: commaList(toolLimits.tagsMax, 'tags').prefault('').openapi({ example: 'writing,editing' }),
  category: categoryParameter,
})

export const toolsContract = {
  listTools: createRoute({
    method: 'get',
    path: '/api/tools',
    tags: ['Tools'],
    summary: 'Lists tools by name or job, filtered by type and price; with `q`, sorted by how well they fit',
    request: {
      query: Paging.extend({
        type: z.enum(toolTypes).optional().openapi({ description: 'Only tools of this type.' }),
        ...valuesByParameter((price) => flag.optional().openapi({ description: priceFilters[price] })),
        sort: z.enum(toolSorts).default('name').openapi({ description: 'job: by category, then by name.' }),
        q: z.string().max(1000).optional().openapi({
          description: 'What the tool is for. “free” filters by price; “alternative to NAME” finds tools like it.',
        }),
      }),
    },
    responses: ok(ToolPage, 'A page of tools.'),
  }),
  listFeaturedTools: createRoute({
    method: 'get',
    path: '/api/tools/featured',
    tags: ['Tools'],
    summary: "Lists the editors' choice, by name",
    responses: ok(z.array(Tool), 'The featured tools, up to 24.'),
  }),
  countTools: createRoute({
    method: 'get',
    path: '/api/tools/counts',
    tags: ['Tools'],
    summary: 'Counts the tools of each type and price',
    responses: ok(z.array(ToolCount), 'One entry for each type and price that has, or once had, tools.'),
  }),
  listRelatedTools: createRoute({
    method: 'get',
    path: '/api/tools/related',
    tags: ['Tools'],
    summary: 'Lists up to 3 tools for a topic, by shared tags and category',
    request: { query: Topic },
    responses: ok(z.array(Tool), 'Related tools.'),
  }),
  getTool: createRoute({
    method: 'get',
    path: '/api/tools/{id}',
    tags: ['Tools'],
    summary: 'Returns one tool, by id or slug, with what it is good at, prices and alternatives',
    request: { params: z.object({ id: z.string().min(1).max(300).openapi({ description: 'An id or a slug.' }) }) },
    responses: okOrNotFound(ToolDetails, 'The tool.'),
  }),
}
