// Longer than other files: the shapes of prompts and the endpoints that speak them are read side by side.

import { createRoute, z } from '@hono/zod-openapi'
import {
  answers,
  answersOrNotFound,
  creates,
  does,
  ErrorBody,
  forMembers,
  Id,
  jsonBody,
  Paging,
  pageOf,
  refuses,
  Time,
} from '#lib/http-contract.ts'
import { licences, promptLimits, promptSorts, promptStatuses, vendors } from './rules.ts'
import { wishableStatuses } from './status-rules.ts'
import { oneLine, plainTag, refusalOfContent, refusalOfLine } from './text-rules.ts'

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    promptCount: z.number().int(),
  })
  .openapi('Category')

export const PromptCard = z
  .object({
    id: Id,
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    category: z.object({ name: z.string(), slug: z.string() }),
    user: z.object({ username: z.string() }),
    featured: z.boolean(),
    communityPick: z.boolean(),
    excerpt: z.string().openapi({ description: 'The first 240 characters of the content, variables kept.' }),
    language: z.string().openapi({ description: 'BCP 47', example: 'en' }),
    votes: z.object({ up: z.number().int(), down: z.number().int() }),
    copies: z.number().int(),
    favorites: z.number().int(),
    testedWith: z.array(z.enum(vendors)),
    worksBestWith: z.enum(vendors).nullable(),
    credit: z.string().nullable().openapi({
      description:
        'The author named in the imported file. Never a member, even if the name matches one; `user` is the account that imported it.',
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .openapi('PromptCard')

export const Variable = z.object({ name: z.string(), default: z.string().nullable() }).openapi('Variable')

export const Prompt = PromptCard.extend({
  content: z.string(),
  status: z.enum(promptStatuses),
  removedReason: z.string().nullable(),
  licence: z.enum(licences),
  variables: z.array(Variable),
  version: z.number().int(),
  models: z.array(z.string()).openapi({ description: "The author's own recommendation, up to 3." }),
  forkOf: z.object({ slug: z.string(), title: z.string() }).nullable(),
  hiddenCharacters: z
    .array(z.object({ kind: z.string(), count: z.number().int(), line: z.number().int() }))
    .openapi({ description: 'Characters of the text that nobody sees but a model reads, by kind.' }),
}).openapi('Prompt')

export type Category = z.infer<typeof Category>
export type PromptCard = z.infer<typeof PromptCard>
export type Prompt = z.infer<typeof Prompt>
export type Variable = z.infer<typeof Variable>

export const OwnPrompt = Prompt.extend({
  publishedAt: Time.nullable(),
  deletedAt: Time.nullable().openapi({ description: 'For 30 days after this it can be restored.' }),
}).openapi('OwnPrompt')
export type OwnPrompt = z.infer<typeof OwnPrompt>

export const PromptVersion = z
  .object({
    version: z.number().int(),
    createdAt: Time,
    user: z.object({ username: z.string() }),
    note: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    content: z.string(),
  })
  .openapi('PromptVersion')
export type PromptVersion = z.infer<typeof PromptVersion>

const {
  titleMin,
  titleMax,
  descriptionMax,
  contentMin,
  contentMax,
  tagsMax,
  tagMin,
  tagMax,
  modelsMax,
  modelMax,
  noteMax,
} = promptLimits

/** A text on one line, as it is kept. Its refusals are sentences of ours. */
export function line(name: string, limits: { min: number; max: number }) {
  return z
    .string(`The ${name} is missing.`)
    .overwrite(oneLine)
    .superRefine((text, context) => {
      const refusal = refusalOfLine(text, name, limits)
      if (refusal) context.addIssue({ code: 'custom', message: refusal })
    })
    .openapi({ minLength: limits.min, maxLength: limits.max })
}

const content = z
  .string('The text is missing.')
  .superRefine((text, context) => {
    const refusal = refusalOfContent(text)
    if (refusal) context.addIssue({ code: 'custom', message: refusal })
  })
  .openapi({ minLength: contentMin, maxLength: contentMax })

const tag = z
  .string()
  .overwrite(plainTag)
  .pipe(line('tag', { min: tagMin, max: tagMax }))

const WrittenPrompt = z.object({
  title: line('title', { min: titleMin, max: titleMax }),
  description: line('description', { min: 0, max: descriptionMax }),
  content,
  category: z.string('The category is missing.').max(100).openapi({ description: 'A slug.', example: 'research' }),
  tags: z.array(tag).max(tagsMax, `${tagsMax} tags are the most.`),
  licence: z.enum(licences),
  models: z.array(line('model', { min: 1, max: modelMax })).max(modelsMax, `${modelsMax} models are the most.`),
  status: z.enum(wishableStatuses),
})

const NewPrompt = WrittenPrompt.partial({ licence: true, models: true, status: true, tags: true, description: true })
  .extend({ forkOf: z.string().min(1).max(300).optional().openapi({ description: 'An id or a slug.' }) })
  .openapi('NewPrompt')
export type NewPrompt = z.output<typeof NewPrompt>

export const PromptEdit = WrittenPrompt.partial()
  .extend({
    version: z.number().int().min(1).optional().openapi({ description: 'The version that the edit began with.' }),
    note: line('note', { min: 0, max: noteMax }).optional(),
  })
  .openapi('PromptEdit')
export type PromptEdit = z.output<typeof PromptEdit>

const field = z.enum(['title', 'description', 'content'])

/** A prompt as it stands in a form: it needn't be complete. */
const PromptToCheck = z
  .object({
    title: z.string().max(1_000).default(''),
    description: z.string().max(1_000).optional(),
    content: z.string().max(2 * contentMax),
    except: z
      .array(z.string().max(300))
      .max(2)
      .optional()
      .openapi({ description: 'Ids or slugs that may be alike: the prompt itself, and the one that it is made from.' }),
  })
  .openapi('PromptToCheck')
export type PromptToCheck = z.output<typeof PromptToCheck>

const PromptCheck = z
  .object({
    nearDuplicates: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        likeness: z.number().openapi({ description: 'The share of common runs of words, 0.5 to 1.' }),
      }),
    ),
    hiddenCharacters: z.array(z.object({ field, kind: z.string(), count: z.number().int(), line: z.number().int() })),
    secrets: z.array(z.object({ field, kind: z.string(), line: z.number().int() })),
  })
  .openapi('PromptCheck')
export type PromptCheck = z.infer<typeof PromptCheck>

const conflict = {
  409: {
    description: 'Somebody stored a newer edit: `current` is the prompt as it is now.',
    content: { 'application/json': { schema: ErrorBody.extend({ current: Prompt.optional() }).openapi('Conflict') } },
  },
}

const PromptPage = pageOf(PromptCard).openapi('PromptPage')
const OwnPromptPage = pageOf(OwnPrompt)
  .extend({ counts: z.record(z.enum(promptStatuses), z.number().int()) })
  .openapi('OwnPromptPage')
export const idOrSlug = z.object({ id: z.string().min(1).max(300).openapi({ description: 'An id or a slug.' }) })
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const PromptFilters = Paging.extend({
  sort: z.enum(promptSorts).default('newest'),
  category: z.string().max(100).optional(),
  tag: z.string().max(30).optional(),
  author: z.string().max(30).optional(),
  q: z.string().max(1000).optional(),
  featured: flag.optional(),
  pick: flag.optional().openapi({ description: 'Only what is a community pick, or only what is none.' }),
})

export const catalogueContract = {
  listCategories: createRoute({
    method: 'get',
    path: '/api/categories',
    tags: ['Categories'],
    summary: 'All categories, in their order',
    responses: answers(z.array(Category), 'The categories.'),
  }),
  getCategory: createRoute({
    method: 'get',
    path: '/api/categories/{id}',
    tags: ['Categories'],
    summary: 'One category, by id or slug',
    request: { params: idOrSlug },
    responses: answersOrNotFound(Category, 'The category.'),
  }),
  listPrompts: createRoute({
    method: 'get',
    path: '/api/prompts',
    tags: ['Prompts'],
    summary: 'Published prompts, filtered and sorted',
    request: { query: PromptFilters },
    responses: answers(PromptPage, 'A page of prompts.'),
  }),
  listNewestPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/newest',
    tags: ['Prompts'],
    summary: 'Published prompts, last published first',
    request: { query: Paging },
    responses: answers(PromptPage, 'A page of prompts.'),
  }),
  listRecentPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/recent',
    tags: ['Prompts'],
    summary: 'Published prompts, last updated first',
    request: { query: Paging },
    responses: answers(PromptPage, 'A page of prompts.'),
  }),
  listHighestRatedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/highest-rated',
    tags: ['Prompts'],
    summary: 'Published prompts by the lower bound of the Wilson interval of their votes (95 %)',
    request: { query: Paging },
    responses: answers(PromptPage, 'A page of prompts.'),
  }),
  listMostCopiedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/most-copied',
    tags: ['Prompts'],
    summary: 'Published prompts by copies',
    request: { query: Paging },
    responses: answers(PromptPage, 'A page of prompts.'),
  }),
  listFeaturedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/featured',
    tags: ['Prompts'],
    summary: "The editors' choice",
    responses: answers(z.array(PromptCard), 'The featured prompts, up to 24.'),
  }),
  listRelatedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/related/{id}',
    tags: ['Prompts'],
    summary: 'Up to 6 prompts like this one, by shared tags, category and likeness of the text',
    request: { params: idOrSlug },
    responses: answersOrNotFound(z.array(PromptCard), 'Related prompts, never itself.'),
  }),
  listPromptsAbout: createRoute({
    method: 'get',
    path: '/api/prompts/related',
    tags: ['Prompts'],
    summary: 'Up to 6 prompts for a topic, by shared tags (with commas between them) and category (slug)',
    request: {
      query: z.object({ tags: z.string().max(400).default(''), category: z.string().max(100).optional() }),
    },
    responses: answers(z.array(PromptCard), 'Prompts about it.'),
  }),
  listCategoryPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/category/{id}',
    tags: ['Prompts'],
    summary: 'Published prompts of one category (id or slug), last published first',
    request: { params: idOrSlug, query: Paging.extend({ sort: z.enum(promptSorts).default('newest') }) },
    responses: answersOrNotFound(PromptPage, 'A page of prompts.'),
  }),
  getPrompt: createRoute({
    method: 'get',
    path: '/api/prompts/{id}',
    tags: ['Prompts'],
    summary: 'One prompt, by id or slug; a slug that it once had answers 301 to the present one',
    request: { params: idOrSlug },
    responses: {
      ...answersOrNotFound(Prompt, 'The prompt.'),
      301: { description: 'The prompt has another slug now.', headers: z.object({ location: z.string() }) },
    },
  }),
  createPrompt: createRoute({
    method: 'post',
    path: '/api/prompts',
    security: forMembers,
    tags: ['Writing'],
    summary: 'Write a prompt; published at once, or with `status: "draft"` for oneself',
    request: { body: jsonBody(NewPrompt) },
    responses: { ...creates(Prompt, 'The prompt.'), ...refuses(401, 403, 404) },
  }),
  editPrompt: createRoute({
    method: 'patch',
    path: '/api/prompts/{id}',
    security: forMembers,
    tags: ['Writing'],
    summary: 'Change a prompt: its author, moderators and admins',
    request: { params: idOrSlug, body: jsonBody(PromptEdit) },
    responses: { ...answersOrNotFound(Prompt, 'The prompt as it is now.'), ...refuses(401, 403), ...conflict },
  }),
  deletePrompt: createRoute({
    method: 'delete',
    path: '/api/prompts/{id}',
    security: forMembers,
    tags: ['Writing'],
    summary: 'Delete a prompt; it can be restored for 30 days',
    request: { params: idOrSlug },
    responses: { ...does('It is deleted.'), ...refuses(401, 403, 404) },
  }),
  restorePrompt: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/restore',
    security: forMembers,
    tags: ['Writing'],
    summary: 'Bring a deleted prompt back to what it was',
    request: { params: idOrSlug },
    responses: { ...answersOrNotFound(Prompt, 'The prompt.'), ...refuses(401, 403, 409) },
  }),
  listVersions: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/versions',
    tags: ['Prompts'],
    summary: 'What a prompt said before, newest first; versions that were never public only for author and admins',
    request: {
      params: idOrSlug,
      query: z.object({
        limit: z.coerce.number().int().min(1).max(100).default(20),
        before: z.coerce.number().int().min(1).optional().openapi({ description: 'Only versions before this one.' }),
      }),
    },
    responses: answersOrNotFound(z.array(PromptVersion), 'The versions.'),
  }),
  checkPrompt: createRoute({
    method: 'post',
    path: '/api/prompts/check',
    security: forMembers,
    tags: ['Writing'],
    summary: 'What to know before publishing: near-duplicates, characters that don’t show, secrets. Stores nothing.',
    request: { body: jsonBody(PromptToCheck) },
    responses: { ...answers(PromptCheck, 'What was found.'), ...refuses(401) },
  }),
  suggestTags: createRoute({
    method: 'get',
    path: '/api/tags',
    tags: ['Prompts'],
    summary: 'Up to 10 tags that begin with some letters, most used first',
    request: { query: z.object({ q: z.string().max(100).default('') }) },
    responses: answers(z.array(z.object({ tag: z.string(), prompts: z.number().int() })), 'The tags.'),
  }),
  listOwnPrompts: createRoute({
    method: 'get',
    path: '/api/user/prompts',
    security: forMembers,
    tags: ['Writing'],
    summary: 'One’s own prompts, last changed first: drafts, waiting, removed and deleted ones too',
    request: { query: Paging.extend({ status: z.enum(promptStatuses).optional() }) },
    responses: {
      ...answers(OwnPromptPage, 'A page of prompts, and how many there are of each status.'),
      ...refuses(401),
    },
  }),
}
