import { z } from '@hono/zod-openapi'
import { Id, Time } from '#lib/http-contract.ts'
import { toolTypes } from './rules.ts'

export const Tool = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.enum(toolTypes),
    featured: z.boolean(),
    url: z.string(),
    isFree: z.boolean(),
    tags: z.array(z.string()),
    category: z.object({ name: z.string(), slug: z.string() }),
    createdAt: Time,
    updatedAt: Time,
  })
  .openapi('Tool')

export type Tool = z.infer<typeof Tool>
