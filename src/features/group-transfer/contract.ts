import { createRoute, z } from '@hono/zod-openapi'
import { errors, forAdmins, forMembersOrToken, ok, okOrNotFound } from '#lib/http-contract.ts'
import { importResults, groupFileLimits as limits } from './rules.ts'

const flag = z.enum(['true', 'false']).default('false')
const bySlug = z.object({ slug: z.string().min(1).max(100) })
const count = z.number().int()

const Imported = z
  .object({
    file: z.string().openapi({ description: 'The name of its file in the archive.' }),
    title: z.string(),
    result: z.enum(importResults).openapi({
      description:
        'new: it becomes one of the group. changed: it is here, and what differs is taken from the file. same: nothing to do. refused: see the notes.',
    }),
    notes: z.array(z.string()).openapi({ description: 'What changes, or why it is refused, in sentences.' }),
    owner: z.string().nullable().openapi({
      description:
        'The username of its owner where it came from. A hint only: here the group answers for a prompt, and a collection is the admin’s.',
    }),
  })
  .openapi('ImportedToGroup')

export const GroupImport = z
  .object({
    name: z.string().openapi({ description: 'The name of the group in the file.' }),
    settings: z
      .array(z.object({ name: z.string(), here: z.string(), inFile: z.string() }))
      .openapi({ description: 'The settings that differ from those of the group here.' }),
    prompts: z.array(Imported),
    collections: z.array(Imported).openapi({ description: 'They follow the prompts, in the last part.' }),
    total: count.openapi({ description: 'How many prompts and collections the file has.' }),
    next: count.nullable().openapi({
      description: 'Send the file again with this `from`, because one request handles only a part. Null at the end.',
    }),
  })
  .openapi('GroupImport')
export type GroupImport = z.infer<typeof GroupImport>

export const groupTransferContract = {
  exportGroup: createRoute({
    method: 'get',
    path: '/api/groups/{slug}/export',
    security: forMembersOrToken('read'),
    tags: ['Groups'],
    summary:
      'Returns a group as one file: a zip with its settings, prompts and collections, for an approver or an admin who is in the group',
    description: `The file has each prompt’s versions that the group may read, with labels and tests. 409 for a group with more than ${limits.prompts} prompts or ${limits.textBytes / 1e6} MB of text.`,
    request: { params: bySlug },
    responses: {
      ...okOrNotFound(z.unknown(), 'The file.'),
      200: {
        description: 'The file.',
        content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
      },
      ...errors(401, 403, 409),
    },
  }),
  importGroup: createRoute({
    method: 'post',
    path: '/api/groups/{slug}/import',
    security: forAdmins,
    tags: ['Groups'],
    summary: `Imports a group’s file of up to ${limits.bytes / 1e6} MB into a group, as an admin who is one of its approvers; a repeated import changes nothing`,
    description: 'The body is the file itself.',
    request: {
      params: bySlug,
      query: z.object({
        preview: flag.openapi({ description: 'true: only say what an import would do.' }),
        settings: flag.openapi({
          description: 'true: also take the group’s settings, except its name, from the file.',
        }),
        from: z.coerce
          .number()
          .int()
          .min(0)
          .max(limits.prompts + limits.collections)
          .default(0)
          .openapi({ description: 'Where to go on after an import that stopped: the `next` of its response.' }),
      }),
      body: {
        required: true,
        content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
    responses: { ...ok(GroupImport, 'What happened to each prompt and collection.'), ...errors(401, 403, 404) },
  }),
}
