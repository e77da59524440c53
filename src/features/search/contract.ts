import { createRoute, z } from '@hono/zod-openapi'
import {
  ChosenFilters,
  categoryParameter,
  FilterCounts,
  PromptCard,
  PromptFilters,
  preferParameter,
  tagParameter,
} from '#features/catalogue/contract.ts'
import { CollectionCard } from '#features/collections/contract.ts'
import { Contributor } from '#features/contributors/contract.ts'
import { Tool, ToolRequest } from '#features/tools/contract.ts'
import { ok, Paging, pageOf } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { queryMax, searchSorts } from './rules.ts'

/** Plain text in pieces, never HTML. `mark`: the piece matches the search. `blank`: it belongs to a variable. */
export const Headline = z
  .array(z.object({ text: z.string(), mark: z.boolean(), blank: z.literal(true).optional() }))
  .openapi('Headline')

export const PromptHit = PromptCard.extend({
  headline: Headline.openapi({ description: 'The excerpt, or a part of the text that matches the search.' }),
  titleHeadline: Headline.openapi({ description: 'The whole title.' }),
  descriptionHeadline: Headline.openapi({ description: 'The whole description.' }),
  matchingTags: z.array(z.string()).openapi({ description: 'The tags that match the search.' }),
  isRelated: z.boolean().openapi({
    description: 'Whether the prompt has none of the searched words, or its headlines and tags show none of them.',
  }),
}).openapi('PromptHit')
export const ToolHit = Tool.extend({ headline: Headline }).openapi('ToolHit')

/** The name in OpenAPI stays `SearchAnswer`, because generated clients use it. */
export const SearchResults = z
  .object({
    prompts: pageOf(PromptHit),
    tools: pageOf(ToolHit).extend({
      request: ToolRequest.optional().openapi({
        description: 'What kind of tool the term asks for. Only if it asks for one.',
      }),
    }),
    people: z.array(Contributor),
    collections: z
      .array(CollectionCard)
      .openapi({ description: 'Up to 6 public collections. Empty for a filtered search.' }),
    facets: z.object({
      categories: z.array(z.object({ slug: z.string(), count: z.number().int() })),
      tags: z.array(z.object({ tag: z.string(), count: z.number().int() })),
      filters: FilterCounts,
    }),
    suggestion: z.string().nullable().openapi({ description: 'The term with its typos corrected, or null.' }),
    isGuess: z
      .boolean()
      .openapi({ description: 'Whether no prompt matches well. The prompts are then guesses: the closest ones.' }),
    isPartial: z.boolean().openapi({
      description: 'Whether no prompt has all of the words, and even the first result may not fit.',
    }),
    shorterTerms: z.array(z.string()).openapi({
      description: 'If `isPartial` or `isGuess`: up to 3 terms with fewer words, each of which finds some prompts.',
    }),
    isForeign: z.boolean().openapi({
      description: 'Whether the term isn’t English. Only English terms are also searched by meaning and synonyms.',
    }),
    searchedWords: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'If only the first words of a long term were searched: their number. Otherwise null.' }),
    isIncomplete: z.boolean().openapi({
      description:
        'Whether prompts with a similar meaning may be missing, because the search by meaning was busy or starting. ' +
        'Don’t cache these results: the same search finds the rest in a few seconds.',
    }),
  })
  .openapi('SearchAnswer')

/** A suggestion for a term that is being typed. `path` is the page that it opens, with its query. */
export const SearchSuggestion = z
  .object({
    kind: z.enum(['prompt', 'tool', 'collection', 'tag']),
    text: z.string(),
    path: z.string(),
    category: z.string().optional().openapi({ description: 'The name of the category. Only for prompts.' }),
  })
  .openapi('SearchSuggestion')

export type SearchSuggestion = z.infer<typeof SearchSuggestion>
export type ToolHit = z.infer<typeof ToolHit>
export type PromptHit = z.infer<typeof PromptHit>
export type SearchResults = z.infer<typeof SearchResults>
export type Headline = z.infer<typeof Headline>

const queryParameter = z
  .string()
  .max(queryMax, { error: () => t('Search terms are at most {queryMax} characters long.', { queryMax }) })
  .default('')
  .openapi({ description: 'The search term.', example: 'cover letter' })

export const searchContract = {
  search: createRoute({
    method: 'get',
    path: '/api/search',
    tags: ['Search'],
    summary: 'Searches prompts, tools, collections and people; tolerates typos',
    request: {
      query: Paging.extend({
        q: queryParameter,
        type: z
          .enum(['prompts', 'tools'])
          .optional()
          .openapi({ description: 'Only these results. Without it, you get all kinds.' }),
        category: categoryParameter,
        group: PromptFilters.shape.group,
        tag: tagParameter,
        ...ChosenFilters.shape,
        sort: z
          .enum(searchSorts)
          .default('relevance')
          .openapi({ description: 'relevance: by how well they match. newest: by publication. popular: by copies.' }),
        prefer: preferParameter.openapi({
          description:
            'A language. Of the trusted versions of a prompt that match, a page shows only the one in this language.',
        }),
      }),
    },
    responses: ok(SearchResults, 'The results.'),
  }),
  suggestSearches: createRoute({
    method: 'get',
    path: '/api/search/suggestions',
    tags: ['Search'],
    summary: 'Returns up to eight titles, tools, collections and tags for a search that is being typed',
    request: {
      query: z.object({
        q: queryParameter,
      }),
    },
    responses: ok(z.array(SearchSuggestion), 'The suggestions; none for fewer than two characters.'),
  }),
}
