import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { promptStatuses } from '#features/catalogue/rules.ts'
import { requestableStatuses } from '#features/catalogue/status-rules.ts'
import { labelParameter } from '#features/labels/contract.ts'
import { errors, forMembersOrToken, jsonBody, ok, okOrNotFound } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { exportFormats, importFormats, ownExportFormats, transferLimits } from './rules.ts'

const PromptFile = z
  .object({
    format: z.enum(importFormats).openapi({
      description:
        'json: an array, or one object per line. csv: with a header. md: a file with one prompt: Markdown, SKILL.md, .prompt.md, .mdc, .prompt, .prompty or a slash command. zip: many of these, as base64.',
    }),
    name: z.string().max(transferLimits.nameMax).optional().openapi({
      description: 'For md: the file’s name, perhaps with folders. It determines the format, and may become the title.',
    }),
    content: z
      .string()
      .max(transferLimits.contentMax, { error: () => t('This is too large for one request. Send it in parts.') })
      .openapi({ description: `The file as text, a zip as base64, at most ${transferLimits.rowsMax} prompts.` }),
    status: z.enum(requestableStatuses).default('draft'),
    draftIfFlagged: z.boolean().default(false).openapi({
      description:
        'With status published: keep a prompt as a draft if something alarming is found in it, such as a secret or a harmful command, or if it has the text of somebody else’s published prompt. Its notes say why.',
    }),
    preview: z.boolean().default(false).openapi({ description: 'Return the expected result and store nothing.' }),
  })
  .openapi('PromptFile')
export type PromptFile = z.output<typeof PromptFile>

const FileName = z.string().optional().openapi({ description: 'The name of the prompt’s file, for md and zip.' })

/** The name in OpenAPI stays `ImportAnswer`, because generated clients use it. */
const ImportResult = z
  .object({
    created: z.number().int(),
    known: z.number().int().openapi({ description: 'Prompts that the member already has, by title and text.' }),
    refused: z.array(z.object({ line: z.number().int(), file: FileName, title: z.string(), reason: z.string() })),
    // The prompts that were accepted: new ones, and those that the member already has (`known`).
    taken: z.array(
      z.object({
        line: z.number().int().openapi({ description: 'The physical line, from 1, on which the prompt begins.' }),
        file: FileName,
        title: z.string(),
        category: z.string().openapi({ description: 'A slug.' }),
        excerpt: z
          .string()
          .openapi({ description: 'The first line of the text other than the title, up to 160 characters.' }),
        blanks: z.array(z.string()).openapi({ description: 'The names of its blanks.' }),
        status: z.enum(promptStatuses).openapi({ description: 'The status of the prompt after the import.' }),
        known: z
          .enum(promptStatuses)
          .nullable()
          .openapi({ description: 'The status of the member’s identical prompt, if there is one.' }),
        id: z.uuid().nullable().openapi({ description: 'Null in a preview of a new prompt.' }),
        image: z
          .object({ file: z.string(), alt: z.string(), model: z.string(), madeOn: z.string().nullable() })
          .nullable()
          .openapi({
            description:
              'The picture that the row names, unless the member has added one to the prompt already. It isn’t imported: upload it, and add it as an example.',
          }),
        notes: z.array(z.string()).openapi({
          description: 'What in the file isn’t imported, with its line, and warnings to check before publishing.',
        }),
      }),
    ),
  })
  .openapi('ImportAnswer')
export type ImportResult = z.infer<typeof ImportResult>

export const transferContract = {
  exportOwnPrompts: createRoute({
    method: 'get',
    path: '/api/user/prompts/export',
    security: forMembersOrToken('read'),
    tags: ['Writing'],
    summary:
      'Returns your own prompts as a file, without deleted ones; md, skill and prompt are zips with one file per prompt',
    description: 'With `label`, only the prompts that have it, as they are in the version with this label.',
    request: {
      query: z.object({
        format: z.enum(ownExportFormats).default('json').openapi({ description: 'The format of the file.' }),
        label: labelParameter,
      }),
    },
    responses: {
      ...ok(z.array(z.unknown()), 'The file.'),
      200: {
        description: 'The file.',
        content: {
          'application/json': { schema: z.array(z.unknown()) },
          'text/csv': { schema: z.string() },
          'text/markdown': { schema: z.string() },
          'application/zip': { schema: z.string().openapi({ format: 'binary' }) },
        },
      },
      ...errors(401),
    },
  }),
  exportPrompt: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/export',
    tags: ['Prompts'],
    summary: 'Returns one prompt as a file that can be imported: JSON, CSV, Markdown, SKILL.md or Dotprompt',
    request: {
      params: idOrSlug,
      query: z.object({
        format: z.enum(exportFormats).default('json').openapi({ description: 'The format of the file.' }),
        label: labelParameter,
      }),
    },
    responses: {
      ...okOrNotFound(z.array(z.unknown()), 'The file.'),
      200: {
        description: 'The file. It contains the SHA-256 of the version.',
        content: {
          'application/json': { schema: z.array(z.unknown()) },
          'text/csv': { schema: z.string() },
          'text/markdown': { schema: z.string() },
          'text/plain': { schema: z.string() },
        },
      },
    },
  }),
  importOwnPrompts: createRoute({
    method: 'post',
    path: '/api/user/prompts/import',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Imports prompts as your own, as drafts or published; a repeated import changes nothing',
    request: { body: jsonBody(PromptFile) },
    responses: { ...ok(ImportResult, 'The result of each row.'), ...errors(401, 403) },
  }),
}
