import { createRoute, z } from '@hono/zod-openapi'
import { categoryLimits } from '#features/catalogue/category-rules.ts'
import { Category } from '#features/catalogue/contract.ts'
import { AdminTool, Tool, ToolFields } from '#features/tools/contract.ts'
import { type OptionalFact, textsOf } from '#features/tools/fact-rules.ts'
import { toolFactNames, toolPictureKinds } from '#features/tools/rules.ts'
import { toolLimits } from '#features/tools/writing-rules.ts'
import { line } from '#features/writing/contract.ts'
import {
  created,
  day,
  errors,
  forAdmins,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
} from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'

const pictureParams = z.object({ id: z.uuid(), kind: z.enum(toolPictureKinds) })
const byId = { params: z.object({ id: z.uuid() }) }

const { strengthMin, strengthMax, strengthsMax, pricesMax } = toolLimits
const { nameMin, nameMax, descriptionMin, descriptionMax, urlMax, tagsMax, tagMin, tagMax } = toolLimits

const WrittenTool = ToolFields.extend({
  name: line('name', { min: nameMin, max: nameMax }),
  description: line('description', { min: descriptionMin, max: descriptionMax }),
  url: z.string().max(urlMax),
  tags: z
    .array(line('tag', { min: tagMin, max: tagMax }))
    .max(tagsMax, { error: () => t('Use at most {tagsMax} tags.', { tagsMax }) }),
  strengths: z
    .array(line('line', { min: strengthMin, max: strengthMax }))
    .max(strengthsMax, { error: () => t('Use at most {strengthsMax} lines.', { strengthsMax }) }),
  prices: z.string().max(pricesMax),
  pricesOn: day('Use a date such as 2026-01-31.').nullable(),
})

/** Defaults for the facts about tools that the API didn't always have. Older programs don't send these facts. */
const optionalFacts = Object.fromEntries(
  toolFactNames.flatMap((fact) => {
    const { whenMissing } = textsOf(fact)
    return whenMissing === undefined ? [] : [[fact, z.boolean().default(whenMissing)]]
  }),
) as Record<OptionalFact, z.ZodDefault<z.ZodBoolean>>

const NewTool = WrittenTool.extend({
  ...optionalFacts,
  featured: WrittenTool.shape.featured.default(false),
  tags: WrittenTool.shape.tags.default([]),
  strengths: WrittenTool.shape.strengths.default([]),
  prices: WrittenTool.shape.prices.default(''),
  pricesOn: WrittenTool.shape.pricesOn.default(null),
}).openapi('NewTool')

const ToolEdit = WrittenTool.partial().openapi('ToolEdit')

export type NewTool = z.output<typeof NewTool>

export type ToolEdit = z.output<typeof ToolEdit>

const WrittenCategory = z.object({
  name: line('name', { min: categoryLimits.nameMin, max: categoryLimits.nameMax }),
  description: line('description', { min: categoryLimits.descriptionMin, max: categoryLimits.descriptionMax }),
})

const CategoryEdit = WrittenCategory.extend({
  position: z.number().int().min(1).max(1_000).openapi({ description: 'The category’s position in the list, from 1.' }),
})
  .partial()
  .openapi('CategoryEdit')

export type NewCategory = z.output<typeof WrittenCategory>

export type CategoryEdit = z.output<typeof CategoryEdit>

/** The endpoints with which admins change tools and categories. */
export const catalogueContract = {
  listAdminTools: createRoute({
    method: 'get',
    path: '/api/admin/tools',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists tools by name, or finds them by part of the name',
    request: {
      query: Paging.extend({
        q: z.string().max(200).optional().openapi({ description: 'A part of the name.' }),
        dead: z.enum(['true']).optional().openapi({ description: 'Only tools whose address no longer works.' }),
      }),
    },
    responses: { ...ok(pageOf(AdminTool).openapi('AdminToolPage'), 'A page of tools.'), ...errors(401, 403) },
  }),
  createTool: createRoute({
    method: 'post',
    path: '/api/admin/tools',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Adds a tool',
    request: { body: jsonBody(NewTool) },
    responses: { ...created(Tool, 'The tool.'), ...errors(401, 403, 409) },
  }),
  changeTool: createRoute({
    method: 'patch',
    path: '/api/admin/tools/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Changes a tool; its URL on this site stays the same',
    request: { ...byId, body: jsonBody(ToolEdit) },
    responses: { ...okOrNotFound(Tool, 'The tool.'), ...errors(401, 403) },
  }),
  setToolPicture: createRoute({
    method: 'put',
    path: '/api/admin/tools/{id}/pictures/{kind}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Uploads the mark or the picture of a tool: PNG, JPEG, WebP, AVIF or GIF; the body is the file itself',
    request: {
      params: pictureParams,
      body: {
        required: true,
        content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
    responses: { ...okOrNotFound(AdminTool, 'The tool.'), ...errors(401, 403) },
  }),
  removeToolPicture: createRoute({
    method: 'delete',
    path: '/api/admin/tools/{id}/pictures/{kind}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Removes the uploaded mark or picture of a tool',
    request: { params: pictureParams },
    responses: { ...okOrNotFound(AdminTool, 'The tool.'), ...errors(401, 403) },
  }),
  deleteTool: createRoute({
    method: 'delete',
    path: '/api/admin/tools/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Deletes a tool permanently',
    request: byId,
    responses: { ...noContent('The tool is deleted.'), ...errors(401, 403, 404) },
  }),
  listAdminCategories: createRoute({
    method: 'get',
    path: '/api/admin/categories',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists all categories in order',
    responses: { ...ok(z.array(Category), 'The categories.'), ...errors(401, 403) },
  }),
  createCategory: createRoute({
    method: 'post',
    path: '/api/admin/categories',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Adds a category at the end',
    request: { body: jsonBody(WrittenCategory.openapi('NewCategory')) },
    responses: { ...created(Category, 'The category.'), ...errors(401, 403, 409) },
  }),
  changeCategory: createRoute({
    method: 'patch',
    path: '/api/admin/categories/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Renames, describes or moves a category; its URL stays the same',
    request: { ...byId, body: jsonBody(CategoryEdit) },
    responses: { ...okOrNotFound(Category, 'The category.'), ...errors(401, 403) },
  }),
  deleteCategory: createRoute({
    method: 'delete',
    path: '/api/admin/categories/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Deletes an empty category, except the fifteen fixed ones',
    request: byId,
    responses: { ...noContent('The category is deleted.'), ...errors(401, 403, 404, 409) },
  }),
}
