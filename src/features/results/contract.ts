import { z } from '@hono/zod-openapi'
import { Time } from '#lib/http-contract.ts'
import { resultSources } from './rules.ts'

/** An example's picture as a card shows it. `src` is the common prefix of the URLs of its files (sizes, formats). */
export const CardPicture = z
  .object({ src: z.string(), width: z.number().int(), height: z.number().int(), alt: z.string() })
  .openapi('CardPicture')
export type CardPicture = z.infer<typeof CardPicture>

/** What is shown beside a prompt. On a card, `text` is shorter than on the prompt's page. */
export const PromptResult = z
  .object({
    source: z.enum(resultSources).openapi({
      description:
        'test: an answer in the prompt’s tests. comparison: an answer in a published comparison. pasted: an answer that the author of a published comparison pasted. example: a member’s example. import: a picture that was imported with the prompt. editors: a worked example that the editors wrote without a model.',
    }),
    model: z.string().nullable().openapi({ description: 'Null if the editors wrote it.' }),
    text: z.string().nullable().openapi({ description: 'The first lines, as plain text. Null for a picture.' }),
    picture: CardPicture.nullable(),
    madeAt: Time,
  })
  .openapi('PromptResult')
export type PromptResult = z.infer<typeof PromptResult>
