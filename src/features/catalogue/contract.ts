import { createRoute, z } from '@hono/zod-openapi'
import { Label, labelParameter } from '#features/labels/contract.ts'
import { aiVendors } from '#features/models/rules.ts'
import { Proof } from '#features/proofs/contract.ts'
import { PromptResult } from '#features/results/contract.ts'
import { Variable } from '#features/variables/contract.ts'
import { Id, ok, okOrNotFound, Paging, pageOf, Time } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import { filterOptions, languagePattern, lengthMax } from './filter-rules.ts'
import { findingKinds } from './paper-rules.ts'
import { pictureRatios, pictureStyles, pictureTools } from './picture-fact-rules.ts'
import {
  type FilterName,
  filterNames,
  licenses,
  promptSections,
  promptSorts,
  promptStatuses,
  type TextField,
} from './rules.ts'

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    promptCount: z.number().int(),
  })
  .openapi('Category')

const StoredText = z.string().refine(isStorable, { error: () => t('Leave out null and invalid characters') })
/** A text file that comes with a skill. `path` is relative to its SKILL.md. */
export const SkillFile = z.object({ path: StoredText, text: StoredText }).openapi('SkillFile')
export type SkillFile = z.infer<typeof SkillFile>

/**
 * The fields of a prompt that its author writes, besides the category. Each is a column of the same name. Database
 * rows, drafts, edits, the form, export and import all derive their fields from this schema.
 */
export const WrittenPrompt = z.object({
  title: z.string(),
  description: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  models: z.array(z.string()).openapi({ description: 'Up to 3 models that the author recommends.' }),
  // This field and its column have the British spelling, which clients rely on. All other names say license.
  licence: z.enum(licenses),
  skill: z.boolean().openapi({ description: 'Whether the prompt is in the site’s list of agent skills.' }),
  files: z.array(SkillFile).openapi({ description: 'The files that come with the prompt as a skill, by path.' }),
  variables: z.array(Variable).openapi({
    description: 'The blanks of the text, in order of first use, with what the author says about them.',
  }),
})
export type WrittenPrompt = z.infer<typeof WrittenPrompt>

/** The texts of a prompt, for which others may suggest an edit. */
export const PromptText = WrittenPrompt.pick({
  title: true,
  description: true,
  content: true,
  variables: true,
} satisfies Record<TextField | 'variables', true>)
export type PromptText = z.infer<typeof PromptText>

/** The fields of a prompt that each version stores. */
export const VersionedPrompt = PromptText.extend({ files: WrittenPrompt.shape.files })
export type VersionedPrompt = z.infer<typeof VersionedPrompt>

/** Returns the keys of an object, for z.enum. */
function namesOf<Name extends string>(record: Record<Name, unknown>) {
  return Object.keys(record) as Name[]
}

/** What the text of an image prompt states about the image. */
export const Picture = z
  .object({
    ratio: z.enum(pictureRatios).nullable(),
    style: z.enum(namesOf(pictureStyles)).nullable(),
    tools: z.array(z.enum(namesOf(pictureTools))),
  })
  .openapi('Picture')

export type Picture = z.infer<typeof Picture>

export const GroupName = z.object({ slug: z.string(), name: z.string() }).openapi('GroupName')
export type GroupName = z.infer<typeof GroupName>

export const PromptCard = z
  .object({
    id: Id,
    slug: z.string(),
    ...WrittenPrompt.pick({ title: true, description: true, tags: true }).shape,
    category: z.object({ name: z.string(), slug: z.string() }),
    user: z.object({ username: z.string() }),
    featured: z.boolean(),
    communityPick: z.boolean(),
    excerpt: z.string().openapi({
      description:
        'Up to 240 characters of the content, from where it says what the prompt does. Ends with “…” if anything is left out.',
    }),
    language: z.string().openapi({ description: 'BCP 47', example: 'en' }),
    votes: z.object({ up: z.number().int(), down: z.number().int() }),
    copies: z.number().int(),
    favorites: z.number().int(),
    comments: z.number().int().openapi({ description: 'How many comments and replies are public.' }),
    testedWith: z.array(z.enum(aiVendors)).openapi({
      description: 'The vendors whose models gave complete answers in published comparisons of the prompt.',
    }),
    worksBestWith: z.enum(aiVendors).nullable().openapi({
      description: 'The vendor that clearly wins the counted votes on comparisons of the prompt. Null if none does.',
    }),
    credit: z.string().nullable().openapi({
      description:
        'The author named in the imported file. Never a member, even if the name matches one; `user` is the account that imported the prompt.',
    }),
    picture: Picture.nullable().openapi({
      description: 'What an image prompt states about its picture. Null if it states nothing, and for other prompts.',
    }),
    result: PromptResult.nullable().openapi({
      description:
        'What is shown beside the prompt: a picture (its author’s newest, otherwise the newest of a member), or else the newest answer, or the editors’ worked example.',
    }),
    proof: Proof.nullable().openapi({
      description: 'When and on which model it was last proved. Null if it never was.',
    }),
    createdAt: Time,
    updatedAt: Time,
    publishedAt: Time.nullable().openapi({
      description: 'When it was first published or, if it is shared with groups, first shared. “Newest” sorts by this.',
    }),
    group: GroupName.optional().openapi({
      description: 'Of a prompt that only the members of groups may read: your group.',
    }),
  })
  .openapi('PromptCard')

export const Finding = z
  .object({
    kind: z.enum(findingKinds),
    what: z.string().openapi({ description: 'A phrase of this site, or the host of a link.' }),
    line: z.number().int().openapi({
      description: 'The first line of the content, from 1, or 0 if it is in the title, description or blanks.',
    }),
    count: z.number().int(),
  })
  .openapi('Finding')

const Audience = z
  .object({
    group: z
      .union([GroupName, z.null()])
      .openapi({ description: 'The group that it belongs to. Null if you aren’t a member.' }),
    otherGroups: z.array(GroupName).openapi({
      description: 'The other groups whose members may read it while it is shared: yours, or all if you may edit it.',
    }),
    mayEdit: z.boolean().openapi({ description: 'Whether you are a writer of the group that it belongs to.' }),
    needsApproval: z.boolean().openapi({ description: 'Whether what its writers change first waits for an approver.' }),
    mayDecide: z
      .boolean()
      .openapi({ description: 'Whether you are an approver there: you may move, publish or delete it.' }),
  })
  .openapi('Audience')
export type Audience = z.infer<typeof Audience>

export const Translation = z
  .object({
    id: Id,
    slug: z.string(),
    title: z.string(),
    language: z.string().openapi({ description: 'BCP 47', example: 'de' }),
    languageName: z.string().openapi({ description: 'The language’s own name.', example: 'Deutsch' }),
    isOriginal: z.boolean().openapi({ description: 'Whether the others were linked to it as its translations.' }),
    isTrusted: z.boolean().openapi({
      description:
        'Whether both were linked by people who may change the original too. Only such versions take each other’s places in lists.',
    }),
  })
  .openapi('Translation')
export type Translation = z.infer<typeof Translation>

export const Prompt = PromptCard.extend({
  ...WrittenPrompt.shape,
  status: z.enum(promptStatuses),
  audience: Audience.optional().openapi({ description: 'Of a prompt of a group, only for its members.' }),
  removedReason: z.string().nullable(),
  version: z.number().int(),
  labels: z.array(Label).openapi({ description: 'The labels of versions that everybody reads who sees the prompt.' }),
  forkOf: z.object({ slug: z.string(), title: z.string() }).nullable(),
  translations: z.array(Translation).openapi({
    description: 'The same prompt in other languages, at most one in each: published ones, and those of your groups.',
  }),
  forks: z.number().int().openapi({ description: 'How many published prompts are forks of this one.' }),
  sections: z
    .array(z.enum(promptSections))
    .optional()
    .openapi({ description: 'The lists below the prompt that may have entries. Only `GET /api/prompts/{id}` has it.' }),
  suggestedBy: z.array(z.string()).openapi({ description: 'Up to 10 people whose suggested edits became versions.' }),
  hiddenCharacters: z
    .array(z.object({ kind: z.string(), count: z.number().int(), line: z.number().int() }))
    .openapi({ description: 'Characters that models read but people can’t see, by kind, with the first one’s line.' }),
  findings: z.array(Finding).openapi({
    description:
      'What the text contains that people should know before a model reads it: alarms, then facts (link, shell). Found by rules, which miss things.',
  }),
  sha256: z.string().openapi({
    description: 'The SHA-256 of the JSON array of title, description, content and variables, in hexadecimal.',
  }),
}).openapi('Prompt')

export type Category = z.infer<typeof Category>
export type PromptCard = z.infer<typeof PromptCard>
export type Prompt = z.infer<typeof Prompt>

const PromptPage = pageOf(PromptCard).openapi('PromptPage')
export const idOrSlug = z.object({ id: z.string().min(1).max(300).openapi({ description: 'An id or a slug.' }) })
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The query parameters that several endpoints with prompts share. */
export const categoryParameter = z.string().max(100).optional().openapi({ description: 'The slug of a category.' })
export const tagParameter = z.string().max(30).optional().openapi({ description: 'Only prompts with this tag.' })
const sortParameter = z.enum(promptSorts).default('newest').openapi({
  description:
    'newest: by publication. popular: by copies. highest-rated: by votes. trending: by recent votes and copies. proved: by the last proof.',
})

/** The chosen value of each filter (filter-rules.ts). */
export const ChosenFilters = z.object({
  language: z
    .string()
    .regex(languagePattern, { error: () => t('Use a BCP 47 language tag, such as “en”.') })
    .optional()
    .openapi({ description: 'Only prompts in this language, as a BCP 47 tag such as `en`.' }),
  blanks: z
    .enum(namesOf(filterOptions.blanks))
    .optional()
    .openapi({ description: 'Whether the prompt has blanks. ready: it has none, or a default for each.' }),
  length: z
    .enum(namesOf(filterOptions.length))
    .optional()
    .openapi({
      description: `The length of the content: up to ${lengthMax.short} characters, up to ${lengthMax.medium}, or more.`,
    }),
  tested: z
    .enum(aiVendors)
    .optional()
    .openapi({ description: 'Only prompts with a complete answer by this vendor’s models in a published comparison.' }),
  results: z
    .enum(namesOf(filterOptions.results))
    .optional()
    .openapi({ description: 'true: only prompts with public test results.' }),
  proved: z.enum(namesOf(filterOptions.proved)).optional().openapi({
    description:
      'Whether tests, a published comparison or members’ reports show that the prompt works: true (its current text, on a model that hasn’t ended), partly, or ended (only on models that have ended).',
  }),
  picture: z
    .enum(namesOf(filterOptions.picture))
    .optional()
    .openapi({ description: 'true: only prompts that show a picture.' }),
  style: z
    .enum(namesOf(filterOptions.style))
    .optional()
    .openapi({ description: 'The style of the picture that the text describes.' }),
  tool: z
    .enum(namesOf(filterOptions.tool))
    .optional()
    .openapi({ description: 'An image tool that the text mentions.' }),
  ratio: z.enum(pictureRatios).optional().openapi({ description: 'The aspect ratio of the picture, width to height.' }),
})
const ValueCounts = z.array(z.object({ value: z.string(), prompts: z.number().int() }))
export const FilterCounts = z
  .object(Object.fromEntries(filterNames.map((name) => [name, ValueCounts])) as Record<FilterName, typeof ValueCounts>)
  .openapi('FilterCounts')
export type FilterCounts = z.infer<typeof FilterCounts>

export const PromptFilters = ChosenFilters.extend({
  category: categoryParameter,
  exceptCategory: z.string().max(100).optional().openapi({ description: 'The slug of a category to leave out.' }),
  tag: tagParameter.openapi({ example: 'email' }),
  author: z.string().max(30).optional().openapi({ description: 'The username of a member: only their prompts.' }),
  group: z.string().max(100).optional().openapi({
    description: 'The slug of one of your groups: only its prompts. 404 if you aren’t a member.',
  }),
  featured: flag.optional().openapi({ description: 'true: only the editors’ choice. false: only other prompts.' }),
  pick: flag.optional().openapi({ description: 'true: only community picks. false: only other prompts.' }),
})

/** The query parameter for the language in which a reader prefers prompts. */
export const preferParameter = z.string().regex(languagePattern, 'Use a BCP 47 language tag, such as “en”.').optional()

export const catalogueContract = {
  listCategories: createRoute({
    method: 'get',
    path: '/api/categories',
    tags: ['Categories'],
    summary: 'Lists all categories, in display order',
    responses: ok(z.array(Category), 'The categories.'),
  }),
  getCategory: createRoute({
    method: 'get',
    path: '/api/categories/{id}',
    tags: ['Categories'],
    summary: 'Returns one category, by id or slug',
    request: { params: idOrSlug },
    responses: okOrNotFound(Category, 'The category.'),
  }),
  listPrompts: createRoute({
    method: 'get',
    path: '/api/prompts',
    tags: ['Prompts'],
    summary: 'Lists published prompts, for a member also those of their groups, filtered and sorted',
    request: {
      query: PromptFilters.extend({
        ...Paging.shape,
        sort: sortParameter,
        q: z.string().max(1000).optional().openapi({ description: 'A search term: only prompts that match it.' }),
        pictures: z
          .enum(['first'])
          .optional()
          .openapi({ description: 'first: prompts that show a picture come before all others. Not with `q`.' }),
        prefer: preferParameter.openapi({
          description:
            'A language. If a prompt has a trusted version in it, that version takes its place, and may come again on a later page; with `q`, only if both match. Not with `author`, `group` and filters such as `language`.',
        }),
      }),
    },
    responses: ok(PromptPage, 'A page of prompts.'),
  }),
  countFilters: createRoute({
    method: 'get',
    path: '/api/filters',
    tags: ['Prompts'],
    summary: 'Counts the published prompts for each value of each filter, within the other chosen filters',
    request: { query: PromptFilters },
    responses: ok(
      FilterCounts,
      'The numbers, largest first. With `tag`, `author`, `featured` or `pick`, at most 5,000 prompts are counted.',
    ),
  }),
  listNewestPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/newest',
    tags: ['Prompts'],
    summary: 'Lists published prompts, most recently published first',
    request: { query: Paging },
    responses: ok(PromptPage, 'A page of prompts.'),
  }),
  listRecentPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/recent',
    tags: ['Prompts'],
    summary: 'Lists published prompts, most recently updated first',
    request: { query: Paging },
    responses: ok(PromptPage, 'A page of prompts.'),
  }),
  listHighestRatedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/highest-rated',
    tags: ['Prompts'],
    summary:
      'Lists published prompts by the lower bound of the Wilson interval of their votes (95 %), then those without up votes, featured ones first',
    request: { query: Paging },
    responses: ok(PromptPage, 'A page of prompts.'),
  }),
  listMostCopiedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/most-copied',
    tags: ['Prompts'],
    summary: 'Lists published prompts by copies, then those without copies, featured ones first',
    request: { query: Paging },
    responses: ok(PromptPage, 'A page of prompts.'),
  }),
  listFeaturedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/featured',
    tags: ['Prompts'],
    summary: "Lists the editors' choice",
    responses: ok(z.array(PromptCard), 'The featured prompts, up to 24.'),
  }),
  listCategoryPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/category/{id}',
    tags: ['Prompts'],
    summary: 'Lists published prompts of one category (id or slug), by default most recently published first',
    request: { params: idOrSlug, query: Paging.extend({ sort: sortParameter }) },
    responses: okOrNotFound(PromptPage, 'A page of prompts.'),
  }),
  getPrompt: createRoute({
    method: 'get',
    path: '/api/prompts/{id}',
    tags: ['Prompts'],
    summary: 'Returns one prompt, by id or slug; a former slug is answered with 301 to the current one',
    description:
      'With `label`, the texts of the version with this label, and what follows from them. All else is the prompt’s.',
    request: { params: idOrSlug, query: z.object({ label: labelParameter }) },
    responses: {
      ...okOrNotFound(Prompt, 'The prompt.'),
      301: { description: 'The prompt has another slug now.', headers: z.object({ location: z.string() }) },
    },
  }),
  suggestTags: createRoute({
    method: 'get',
    path: '/api/tags',
    tags: ['Prompts'],
    summary: 'Lists up to 10 tags that begin with the given letters, most used first',
    request: {
      query: z.object({
        q: z.string().max(100).default('').openapi({ description: 'How the tags begin.', example: 'em' }),
      }),
    },
    responses: ok(z.array(z.object({ tag: z.string(), prompts: z.number().int() })), 'The tags.'),
  }),
}
