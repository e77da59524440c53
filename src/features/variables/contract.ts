import { z } from '@hono/zod-openapi'
import { variableKinds } from './variable-kind-rules.ts'

export const Variable = z
  .object({
    name: z.string(),
    default: z.string().nullable(),
    kind: z.enum(variableKinds).optional().openapi({
      description:
        'Absent for a blank that the author hasn’t described. A value is always a string: a date is `2026-01-31`, yes-no is `yes` or `no`, and several choices are separated by `, `.',
    }),
    label: z.string().optional(),
    help: z.string().optional(),
    required: z.boolean().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    options: z.array(z.string()).optional().openapi({ description: 'For the kinds choice and choices.' }),
  })
  .openapi('Variable')
export type Variable = z.infer<typeof Variable>
