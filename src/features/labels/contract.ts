import { z } from '@hono/zod-openapi'
import { labelError, newestLabel } from './rules.ts'

/** A word that names a version of a prompt. */
export const LabelName = z
  .string()
  .superRefine((text, context) => {
    const refusal = labelError(text)
    if (refusal) context.addIssue({ code: 'custom', message: refusal })
  })
  .openapi({ example: 'production' })

export const Label = z.object({ label: z.string(), version: z.number().int() }).openapi('Label')
export type Label = z.infer<typeof Label>

/** The query parameter by which programs request the version with a label. */
export const labelParameter = LabelName.or(z.literal(newestLabel))
  .optional()
  .openapi({
    description: `Only the version with this label; without one, 404. “${newestLabel}” is the newest version.`,
    example: 'production',
  })
