import { z } from '@hono/zod-openapi'
import { Time } from '#lib/http-contract.ts'
import { proofSources, proofStates } from './rules.ts'

/** The best proof of a prompt: whether it works, on which model, and when that was last shown. */
export const Proof = z
  .object({
    state: z.enum(proofStates).openapi({
      description:
        'proved: the current text works on a model that this site still offers, or never offered. partly: only an earlier text does, or fewer than 4 of 5 test answers passed. ended: every model that it worked on has ended. failed: fewer than half of the test answers passed.',
    }),
    source: z.enum(proofSources).openapi({
      description:
        'test: answers in the prompt’s tests. comparison: an answer in a published comparison. report: members’ reports that it worked.',
    }),
    model: z.string(),
    passed: z
      .number()
      .int()
      .openapi({ description: 'How many test answers passed, or how many members say it worked.' }),
    answered: z.number().int(),
    current: z.boolean().openapi({ description: 'Whether it is about the prompt’s current text.' }),
    madeAt: Time,
  })
  .openapi('Proof')
export type Proof = z.infer<typeof Proof>
