import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import {
  created,
  day,
  errors,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
  visibleName,
} from '#lib/http-contract.ts'
import {
  exampleStatuses,
  exampleLimits as limits,
  exampleMessages as messages,
  pictureFiles,
  pictureLimits,
} from './rules.ts'

const src = z.string().openapi({
  description: `The base address of the picture’s files. Append one of ${pictureFiles.join(', ')}. Public once the example is public.`,
  example: '/pictures/4rXq0bQ5y2mN8sVtJd1LwA/',
})
const size = { width: z.number().int(), height: z.number().int() }

export const UploadedPicture = z.object({ id: Id, src, ...size }).openapi('UploadedPicture')

export const Example = z
  .object({
    id: Id,
    promptId: Id,
    user: z.object({ username: z.string() }),
    model: z.string().openapi({ description: 'Empty if an imported file names none.' }),
    madeOn: z.string().nullable().openapi({ format: 'date', description: 'Null if an imported file names no day.' }),
    settings: z.string(),
    source: z.string().nullable().openapi({ description: 'The address from which an import fetched the picture.' }),
    text: z.string().nullable().openapi({ description: 'Null if the example has pictures.' }),
    pictures: z.array(z.object({ src, ...size, alt: z.string() })),
    status: z.enum(exampleStatuses),
    removedReason: z.string().nullable(),
    createdAt: Time,
  })
  .openapi('Example')

const ExamplePage = pageOf(Example).openapi('ExamplePage')

/** An example on its author's page, with the prompt that it is of. */
export const UserExample = Example.extend({
  prompt: z.object({ id: Id, slug: z.string(), title: z.string(), language: z.string() }),
}).openapi('UserExample')

export const ExampleDraft = z
  .object({
    model: visibleName(limits.modelMax, messages)
      .or(z.literal(''))
      .openapi({ description: 'May be empty for pictures.' }),
    madeOn: day(messages.madeOn).nullable().openapi({ description: 'May be null for pictures.' }),
    settings: z.string().trim().max(limits.settingsMax).default(''),
    text: z
      .string()
      .trim()
      .min(limits.textMin, { error: () => messages.textShort })
      .max(limits.textMax, { error: () => messages.textLong })
      .optional(),
    pictures: z
      .array(
        z.object({
          id: z.uuid(),
          alt: z
            .string()
            .trim()
            .min(limits.altMin, { error: () => messages.altMissing })
            .max(limits.altMax),
        }),
      )
      .max(limits.picturesMax)
      .default([]),
  })
  .openapi('ExampleDraft')

export type Example = z.infer<typeof Example>
export type UserExample = z.infer<typeof UserExample>
export type UploadedPicture = z.infer<typeof UploadedPicture>
export type ExampleDraft = z.output<typeof ExampleDraft>

export const examplesContract = {
  listExamples: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/examples',
    tags: ['Examples'],
    summary: 'Lists what members got from a prompt, newest first',
    request: { params: idOrSlug, query: Paging },
    responses: okOrNotFound(
      ExamplePage.extend({
        isOpen: z.boolean().openapi({ description: 'Whether members can add examples (setting EXAMPLES).' }),
      }),
      'A page of published examples.',
    ),
  }),
  listUserExamples: createRoute({
    method: 'get',
    path: '/api/users/{username}/examples',
    tags: ['Examples'],
    summary: 'Lists what a member got from prompts, newest first',
    request: { params: z.object({ username: z.string().min(1).max(100) }), query: Paging },
    responses: ok(
      pageOf(UserExample).openapi('UserExamplePage'),
      'A page of published examples, without imported ones. Empty if nobody has this name.',
    ),
  }),
  listOwnExamples: createRoute({
    method: 'get',
    path: '/api/user/examples',
    security: forMembersOrToken('read'),
    tags: ['Examples'],
    summary: 'Lists your own examples, including pending and removed ones, newest first',
    request: { query: Paging.extend({ prompt: z.uuid().optional().openapi({ description: 'Only this prompt’s.' }) }) },
    responses: { ...ok(ExamplePage, 'A page of examples.'), ...errors(401) },
  }),
  uploadPicture: createRoute({
    method: 'post',
    path: '/api/pictures',
    security: forMembers,
    tags: ['Examples'],
    summary: `Uploads a picture for an example: PNG, JPEG, WebP, AVIF or GIF, up to ${pictureLimits.bytesMax / 1e6} MB`,
    description: 'The body is the file itself. A picture that isn’t used in an example is deleted after a day.',
    request: {
      body: {
        required: true,
        content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
    responses: { ...created(UploadedPicture, 'The picture.'), ...errors(401, 403, 409) },
  }),
  readOwnPicture: createRoute({
    method: 'get',
    path: '/api/pictures/{key}/{file}',
    security: forMembers,
    tags: ['Examples'],
    summary: 'Returns a file of your own picture, even while it isn’t public; moderators can read any picture',
    request: { params: z.object({ key: z.string().max(100), file: z.enum(pictureFiles) }) },
    responses: {
      ...okOrNotFound(z.unknown(), 'The file.'),
      200: {
        description: 'The file.',
        content: {
          'image/avif': { schema: z.string().openapi({ format: 'binary' }) },
          'image/webp': { schema: z.string().openapi({ format: 'binary' }) },
        },
      },
      ...errors(401),
    },
  }),
  addExample: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/examples',
    security: forMembers,
    tags: ['Examples'],
    summary: 'Adds what you got from a prompt: a text, or up to four pictures; a repeated call adds nothing',
    request: { params: idOrSlug, body: jsonBody(ExampleDraft) },
    responses: { ...created(Example, 'The example. It may wait for a moderator.'), ...errors(401, 403, 404, 409) },
  }),
  deleteExample: createRoute({
    method: 'delete',
    path: '/api/examples/{id}',
    security: forMembers,
    tags: ['Examples'],
    summary: 'Deletes your own example with all its files',
    request: { params: z.object({ id: z.uuid() }) },
    responses: { ...noContent('The example is deleted, or you had no such example.'), ...errors(401) },
  }),
}
