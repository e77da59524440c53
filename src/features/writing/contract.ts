import { createRoute, z } from '@hono/zod-openapi'
import {
  idOrSlug,
  Prompt,
  PromptCard,
  SkillFile,
  VersionedPrompt,
  type WrittenPrompt,
} from '#features/catalogue/contract.ts'
import { fieldRules, type LineRule, type ListRule, lineRule } from '#features/catalogue/field-rules.ts'
import { audienceLimits, licenses, promptLimits, promptStatuses, textFields } from '#features/catalogue/rules.ts'
import { requestableStatuses } from '#features/catalogue/status-rules.ts'
import { LabelName, labelParameter } from '#features/labels/contract.ts'
import { Variable } from '#features/variables/contract.ts'
import {
  created,
  ErrorBody,
  errors,
  forMembersOrToken,
  Id,
  integerMax,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import type { LineLimits, LineName } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { labelContract } from './label-contract.ts'

export const OwnPrompt = Prompt.extend({
  deletedAt: Time.nullable().openapi({
    description: 'When the prompt was deleted. It can be restored for 30 days.',
    example: null,
  }),
}).openapi('OwnPrompt')
export type OwnPrompt = z.infer<typeof OwnPrompt>

export const PromptVersion = z
  .object({
    version: z.number().int(),
    createdAt: Time,
    user: z.object({ username: z.string() }),
    suggestedBy: z
      .string()
      .nullable()
      .openapi({ description: 'The member who suggested this edit, if it was suggested.' }),
    note: z.string().nullable(),
    labels: z.array(z.string()).openapi({ description: 'The labels on this version.' }),
    ...VersionedPrompt.shape,
  })
  .openapi('PromptVersion')
export type PromptVersion = z.infer<typeof PromptVersion>

const Digest = z.object({ version: z.number().int(), sha256: z.string() })
const VersionDigest = Digest.extend({
  newest: Digest,
  isNewest: z.boolean().openapi({ description: 'Whether the newest version has the same digest.' }),
}).openapi('VersionDigest')
export type VersionDigest = z.infer<typeof VersionDigest>

const { contentMin, contentMax, noteMax } = promptLimits

/** Returns the schema of a single-line text. Error messages, which are full sentences, call the text `name`. */
export function line(name: LineName, limits: LineLimits) {
  return text(lineRule(name, limits))
}

function text({ clean, error, limits }: LineRule) {
  return z
    .string({ error: () => t('This is missing.') })
    .overwrite(clean)
    .superRefine((value, context) => {
      const refusal = error(value, { content: value })
      if (refusal) context.addIssue({ code: 'custom', message: refusal })
    })
    .openapi({ minLength: limits.min, maxLength: limits.max })
}

function list({ item, max, tooMany, clean }: ListRule) {
  return z.array(text(item)).max(max, { error: tooMany }).overwrite(clean)
}

const fields = {
  title: text(fieldRules.title),
  description: text(fieldRules.description),
  content: text({ ...fieldRules.content, limits: { min: contentMin, max: contentMax } }),
  tags: list(fieldRules.tags),
  licence: z.enum(licenses),
  models: list(fieldRules.models),
  skill: z.boolean(),
  files: z
    .array(SkillFile)
    .overwrite(fieldRules.files.clean)
    .superRefine((files, context) => {
      const refusal = fieldRules.files.error(files)
      if (refusal) context.addIssue({ code: 'custom', message: refusal })
    }),
  // Whether they fit the text is checked with the text that is stored (catalogue/server/prompt-versions.ts).
  variables: z.array(Variable),
} satisfies Record<keyof WrittenPrompt, z.ZodType>

const groupSlug = z.string().min(1).max(100)

const SentPrompt = z.object({
  ...fields,
  category: z
    .string({ error: () => t('The category is missing.') })
    .max(100)
    .openapi({ description: 'A slug.', example: 'research' }),
  status: z.enum(requestableStatuses),
  group: groupSlug.openapi({
    description:
      'The slug of the group that the prompt belongs to, with the status `shared`. You must be a writer there.',
  }),
  otherGroups: z
    .array(groupSlug)
    .max(audienceLimits.groups - 1)
    .openapi({ description: 'The slugs of other groups whose members may read it. You must be a writer there too.' }),
})

export const NewPrompt = SentPrompt.partial()
  .required({ title: true, content: true, category: true })
  .extend({
    forkOf: z.string().min(1).max(300).optional().openapi({ description: 'An id or a slug.' }),
    translationOf: z.string().min(1).max(300).optional().openapi({
      description: 'The id or slug of a prompt in another language, of which this one is a translation.',
    }),
  })
  .openapi('NewPrompt')
export type NewPrompt = z.output<typeof NewPrompt>

export const PromptEdit = SentPrompt.partial()
  .extend({
    version: z
      .number()
      .int()
      .min(1)
      .max(integerMax)
      .optional()
      .openapi({ description: 'The version that the edit is based on.' }),
    note: line('note', { min: 0, max: noteMax }).optional(),
  })
  .openapi('PromptEdit')
export type PromptEdit = z.output<typeof PromptEdit>

const field = z.enum(textFields)

/** The values of a prompt form, which needn't be complete. */
const PromptToCheck = z
  .object({
    title: z.string().max(1_000).default(''),
    description: z.string().max(1_000).optional(),
    content: z.string().max(2 * contentMax),
    except: z
      .array(z.string().max(300))
      .max(2)
      .optional()
      .openapi({ description: 'Ids or slugs of prompts to ignore: the prompt itself, and the origin of a fork.' }),
  })
  .openapi('PromptToCheck')
export type PromptToCheck = z.output<typeof PromptToCheck>

const PromptCheck = z
  .object({
    nearDuplicates: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        likeness: z
          .number()
          .openapi({ description: 'The share of runs of three words that both texts have, 0.5 to 1.' }),
      }),
    ),
    hiddenCharacters: z.array(z.object({ field, kind: z.string(), count: z.number().int(), line: z.number().int() })),
    secrets: z.array(z.object({ field, kind: z.string(), line: z.number().int() })),
  })
  .openapi('PromptCheck')
export type PromptCheck = z.infer<typeof PromptCheck>

const PublishedDrafts = z
  .object({
    published: z.number().int(),
    pending: z.number().int().openapi({ description: 'Prompts that wait for a moderator.' }),
    kept: z.array(z.object({ id: Id, slug: z.string(), title: z.string(), check: PromptCheck.nullable() })).openapi({
      description:
        'Drafts that weren’t published: those with warnings (`check`), and those changed meanwhile (`check` is null).',
    }),
    next: Id.nullable().openapi({ description: 'Send it as `after` for the next drafts. Null if there are no more.' }),
  })
  .openapi('PublishedDrafts')
export type PublishedDrafts = z.infer<typeof PublishedDrafts>

const conflict = {
  409: {
    description: 'Somebody stored a newer edit (`current` is the prompt as it is now), or the prompt is deleted.',
    content: { 'application/json': { schema: ErrorBody.extend({ current: Prompt.optional() }).openapi('Conflict') } },
  },
}

const OwnPromptPage = pageOf(OwnPrompt)
  .extend({ counts: z.record(z.enum(promptStatuses), z.number().int()) })
  .openapi('OwnPromptPage')

export const writingContract = {
  ...labelContract,
  createPrompt: createRoute({
    method: 'post',
    path: '/api/prompts',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Creates a prompt: published, for groups with `status: "shared"`, or private with `status: "draft"`',
    request: { body: jsonBody(NewPrompt) },
    responses: { ...created(Prompt, 'The prompt.'), ...errors(401, 403, 404, 409) },
  }),
  editPrompt: createRoute({
    method: 'patch',
    path: '/api/prompts/{id}',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Changes a prompt; allowed for its author or the writers of its group, moderators and admins',
    request: { params: idOrSlug, body: jsonBody(PromptEdit) },
    responses: { ...okOrNotFound(Prompt, 'The prompt as it is now.'), ...errors(401, 403), ...conflict },
  }),
  deletePrompt: createRoute({
    method: 'delete',
    path: '/api/prompts/{id}',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Deletes a prompt; it can be restored for 30 days',
    request: { params: idOrSlug },
    responses: { ...noContent('The prompt is deleted.'), ...errors(401, 403, 404) },
  }),
  restorePrompt: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/restore',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Restores a deleted prompt',
    request: { params: idOrSlug },
    responses: { ...okOrNotFound(Prompt, 'The prompt.'), ...errors(401, 403, 409) },
  }),
  listVersions: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/versions',
    tags: ['Prompts'],
    summary:
      'Lists the versions of a prompt, newest first; its author and admins also get those that were never public',
    request: {
      params: idOrSlug,
      query: z.object({
        limit: Paging.shape.limit,
        before: z.coerce
          .number()
          .int()
          .min(1)
          .max(integerMax)
          .optional()
          .openapi({ description: 'Only versions before this one.' }),
        label: labelParameter,
      }),
    },
    responses: okOrNotFound(
      z.array(PromptVersion),
      'The versions; fewer than `limit` if their texts are long. Go on with `before` until there are none.',
    ),
  }),
  getVersionDigest: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/versions/{version}/digest',
    tags: ['Prompts'],
    summary: 'Returns the SHA-256 of a version, as in exported files, and of the newest version',
    request: {
      params: idOrSlug.extend({
        version: z.coerce
          .number()
          .int()
          .min(1)
          .max(integerMax)
          .or(LabelName)
          .openapi({ description: 'A number or a label.', type: 'string', example: 'production' }),
      }),
    },
    responses: okOrNotFound(VersionDigest, 'The digest.'),
  }),
  listForks: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/forks',
    tags: ['Prompts'],
    summary: 'Lists the published prompts that were made from a prompt, most recently published first',
    request: { params: idOrSlug, query: Paging },
    responses: okOrNotFound(pageOf(PromptCard).openapi('PromptPage'), 'A page of forks.'),
  }),
  checkPrompt: createRoute({
    method: 'post',
    path: '/api/prompts/check',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Checks a draft for near-duplicates, invisible characters and secrets; stores nothing',
    request: { body: jsonBody(PromptToCheck) },
    responses: { ...ok(PromptCheck, 'What was found.'), ...errors(401) },
  }),
  publishDrafts: createRoute({
    method: 'post',
    path: '/api/user/prompts/publish',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Publishes those of your drafts that have no warnings, up to 25 per request, oldest first',
    request: { body: jsonBody(z.object({ after: z.uuid('Send the `next` of the previous response.').optional() })) },
    responses: { ...ok(PublishedDrafts, 'How many were published, and which stay drafts.'), ...errors(401, 403) },
  }),
  listOwnPrompts: createRoute({
    method: 'get',
    path: '/api/user/prompts',
    security: forMembersOrToken('read'),
    tags: ['Writing'],
    summary: 'Lists your own prompts, most recently edited first; deleted ones only with `status=deleted`',
    request: {
      query: Paging.extend({
        status: z
          .enum(promptStatuses)
          .optional()
          .openapi({ description: 'Only prompts with this status. Without it, you get all but deleted ones.' }),
        q: z.string().max(1000).optional().openapi({ description: 'A search term: only prompts that match it.' }),
      }),
    },
    responses: {
      ...ok(
        OwnPromptPage,
        'A page of prompts, with fewer than `limit` if their texts are long, and how many there are of each status.',
      ),
      ...errors(401),
    },
  }),
}
